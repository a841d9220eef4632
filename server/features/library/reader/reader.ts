import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

/** What the process says, a line each. */
export type ReaderLine =
  | { kind: 'document'; pages: number; title: string }
  | { kind: 'page'; page: number; isPicture: boolean; text: string; vector: string }
  | { kind: 'refused'; why: 'password' | 'broken' | 'tooLong' | 'tooMuch' }
  | { kind: 'end' };

export interface ReadFile {
  /** 'died': the file has ended the process. */
  outcome: 'read' | 'password' | 'broken' | 'tooLong' | 'tooMuch' | 'died';
  pages: number | null;
  title: string;
  /** `isPicture`: what the page says is not in its text. */
  texts: { page: number; isPicture: boolean; text: string; vector: string }[];
}

/** The reader could not be started, or was stopped: nothing that the file has done. */
export class ReaderFailed extends Error {}

/** Time and memory of one file. */
const secondsAtMost = 60;
const megabytesAtMost = 512;
/** V8 reserves so much for code, which counts as data although it is not used. */
const reservedMegabytes = 512;

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const program = fileURLToPath(new URL('./read-pdf.process.ts', import.meta.url));

/**
 * The command: where there is a shell, the system itself ends a process that takes more memory or computing time, and writes no core.
 * V8's traps would reserve far more addresses than the memory that is used.
 */
function command(): [string, string[]] {
  const node = [
    '--permission',
    ...['server/*', 'shared/*', 'node_modules/*', 'package.json'].map((path) => `--allow-fs-read=${root}${path}`),
    '--disable-wasm-trap-handler',
    `--max-old-space-size=${megabytesAtMost / 2}`,
    '--no-warnings',
    program,
  ];
  if (process.platform === 'win32') return [process.execPath, node];
  const bounds = `ulimit -c 0; ulimit -t ${secondsAtMost}; ulimit -d ${(megabytesAtMost + reservedMegabytes) * 1024}; exec "$@"`;
  return ['/bin/sh', ['-c', bounds, 'sh', process.execPath, ...node]];
}

/**
 * Reads a PDF in a process of its own, which is killed after 60 seconds or with 512 MB.
 * @param abort ends it, with ReaderFailed
 * @param options.seconds tests wait less
 * @throws ReaderFailed, errors of `body`
 */
export async function readPdf(
  body: Readable,
  abort: AbortSignal,
  { seconds = secondsAtMost }: { seconds?: number } = {},
): Promise<ReadFile> {
  const [file, args] = command();
  const child = spawn(file, args, { cwd: root, env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  const kill = () => child.kill('SIGKILL');
  const late = setTimeout(kill, seconds * 1_000);
  abort.addEventListener('abort', kill);
  const result: ReadFile = { outcome: 'died', pages: null, title: '', texts: [] };
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new ReaderFailed('the reader of documents could not be started')));
    child.once('close', () => resolve());
  });
  try {
    // Others go first.
    if (child.pid !== undefined) {
      try {
        setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has ended already, or the system does not allow it.
      }
    }
    const lines = (async () => {
      for await (const text of createInterface({ input: child.stdout })) take(result, JSON.parse(text) as ReaderLine);
    })();
    // A process that has died reads nothing more; that is told by its end. An error of the source is one.
    let sourceError: unknown;
    body.once('error', (error) => {
      sourceError = error;
      kill();
    });
    await Promise.all([pipeline(body, child.stdin).catch(() => {}), lines.catch(() => {}), ended]);
    if (sourceError !== undefined) throw sourceError;
    if (abort.aborted) throw new ReaderFailed('the reader of documents was stopped');
    return result;
  } finally {
    clearTimeout(late);
    abort.removeEventListener('abort', kill);
    kill();
  }
}

function take(file: ReadFile, line: ReaderLine): void {
  if (line.kind === 'document') Object.assign(file, { pages: line.pages, title: line.title });
  else if (line.kind === 'refused') file.outcome = line.why;
  else if (line.kind === 'end') file.outcome = 'read';
  else {
    const { kind: _, ...page } = line;
    file.texts.push(page);
  }
}
