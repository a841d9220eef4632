import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/free-port.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The environment of `npm start`; its compile cache makes starts a third faster. */
export const asStarted = (root = ROOT) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, '.cache/node'),
});

/** The arguments that `npm start` and the other commands pass to Node.js. */
export const nodeArguments = ['--import', './server/import-hooks.ts'];

export interface ServerOptions {
  dataDir: string;
  env?: Record<string, string>;
  /** Runs as this user; works only for root. */
  uid?: number;
  /** The project's folder, if it is another one. */
  root?: string;
  /** A command that starts the server. */
  prefix?: string[];
}

/** A server process, as `npm start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  address: string;
  /** All of its output so far. */
  output(): string;
  /** Resolves when the server reports that it is ready; rejects with its output if it ends before. */
  ready(): Promise<void>;
  /** Resolves with its exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

/** Starts the server in its own process group, which a test can kill as a whole. */
export async function startServerProcess({
  dataDir,
  env,
  uid,
  root = ROOT,
  prefix = [],
}: ServerOptions): Promise<ServerProcess> {
  const port = await freePort();
  // Another user may not be able to read this folder's Node.js, but can read that of the copied project.
  const node = root === ROOT ? process.execPath : join(root, 'node_modules/.bin/node');
  const [command = '', ...args] = [
    ...prefix,
    existsSync(node) ? node : process.execPath,
    ...nodeArguments,
    'server/main.ts',
  ];
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...asStarted(root), DATA_DIR: dataDir, PORT: String(port), ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let printed = '';
  await once(child, 'spawn');
  const end = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  let isReady = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    isReady = resolve;
    end.then((how) => reject(new Error(`The server ended (${how}) before it was ready:\n${printed}`))).catch(reject);
  });
  ready.catch(() => {});
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('The site is ready at')) isReady();
    });
  }
  return {
    child,
    address: `http://127.0.0.1:${port}`,
    output: () => printed,
    ready: () => ready,
    ended: () => end,
  };
}
