import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/free-port.ts';
import { findProgram } from '#tests/programs.ts';
import { scaled } from '#tests/speed.ts';
import { eventually } from '#tests/wait.ts';
import { type DrivenBrowser, DrivenPage, type Node, timeoutMs } from './driven-page.ts';

// Safari's engine in Debian's GTK build, over W3C WebDriver, on a virtual screen.

const driver = findProgram(['WebKitWebDriver'], ['--help']);
const screen = findProgram(['Xvfb'], ['-help']);
const browser = globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser')[0];
/** The required programs, if all are installed. */
export const webkit = driver && screen && browser ? { driver, screen, browser } : undefined;

const key = 'element-6066-11e4-a52e-4f735466cecf';
type Reference = Record<typeof key, string>;
const asReference = ({ sharedId }: Node): Reference => ({ [key]: sharedId });
const asNode = (reference: Reference | null): Node | undefined =>
  reference ? { sharedId: reference[key] } : undefined;

/**
 * Collects a page's errors from the first injected script on, as this browser's driver does not expose the console. Errors while a
 * page loads are missed.
 */
const hear = `if (!window.heard) {
  window.heard = true;
  const tell = (...words) => sessionStorage.setItem('heard',
    JSON.stringify([...JSON.parse(sessionStorage.getItem('heard') ?? '[]'), words.join(' ')]));
  addEventListener('error', ({ message }) => tell(message));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    tell('Forbidden by the policy:', violatedDirective, blockedURI, sourceFile));
}`;

class WebKitPage extends DrivenPage {
  readonly #session: string;

  /** @param session the session's address */
  constructor(session: string, folder: string) {
    super(folder);
    this.#session = session;
  }

  complaints(): Promise<string[]> {
    return this.evaluate(`() => JSON.parse(sessionStorage.getItem('heard') ?? '[]')`);
  }

  #send<Result>(path: string, body?: object): Promise<Result> {
    return send<Result>(this.#session + path, body);
  }

  async goto(url: string): Promise<void> {
    await this.#send('/url', { url });
  }

  async reload(): Promise<void> {
    await this.#send('/refresh', {});
  }

  #run<Result>(way: 'sync' | 'async', script: string, args: unknown[]): Promise<Result> {
    return this.#send(`/execute/${way}`, { script: `${hear}\n${script}`, args });
  }

  async evaluate<Result>(source: string, element?: Node): Promise<Result> {
    const script = `const [element, done] = arguments.length > 1 ? arguments : [undefined, arguments[0]];
      (async () => JSON.stringify(await (${source})(element)) ?? 'null')().then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
    const args = element ? [asReference(element)] : [];
    const { value, error } = await this.#run<{ value?: string; error?: string }>('async', script, args);
    if (value === undefined) throw new Error(error);
    return JSON.parse(value) as Result;
  }

  protected async find(source: string, within?: Node): Promise<Node | undefined> {
    const script = `return (${source})(arguments[0]) ?? null`;
    const args = within ? [asReference(within)] : [];
    return asNode(await this.#run<Reference | null>('sync', script, args));
  }

  protected point(element: Node) {
    return this.#act({
      type: 'pointer',
      id: 'hand',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin: asReference(element) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  protected strike(actions: object[]) {
    return this.#act({ type: 'key', id: 'keyboard', actions });
  }

  #act(source: object): Promise<unknown> {
    return this.#send('/actions', { actions: [source] });
  }

  protected give(input: Node, path: string) {
    return this.#send(`/element/${input.sharedId}/value`, { text: path });
  }

  async screenshot(): Promise<Buffer> {
    // The screenshot is taken on the next repaint, so an animation forces one.
    await this.evaluate(
      `() => void document.body.animate({ opacity: [1, 0.99] }, { duration: 1000, iterations: Infinity })`,
    );
    return Buffer.from(await this.#send<string>('/screenshot'), 'base64');
  }
}

/** @throws Error with the browser's message, or when it does not answer */
async function send<Result>(url: string, body?: object): Promise<Result> {
  const answer = await fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(scaled(timeoutMs)),
  });
  const { value } = (await answer.json()) as { value: Result };
  if (!answer.ok) throw new Error((value as { message?: string }).message ?? `status ${answer.status}`);
  return value;
}

/** Starts the installed WebKit with its own profile and screen. */
export async function startWebKit(): Promise<DrivenBrowser> {
  const { driver, screen, browser } = webkit!;
  const parts = new AsyncDisposableStack();
  const stop = () => parts.disposeAsync();
  const run = (program: string, args: string[], env = process.env) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
    const ended = once(child, 'exit');
    parts.defer(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    return child;
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'association-webkit-'));
    parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const display = run(screen, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']);
    let number = '';
    display.stdout.on('data', (chunk) => (number += chunk));
    await eventually(() => number.endsWith('\n') || display.exitCode !== null, 'a screen', timeoutMs);
    if (display.exitCode !== null) throw new Error(`Xvfb ended with ${display.exitCode}`);
    const port = await freePort();
    run(driver, ['--host=127.0.0.1', `--port=${port}`], {
      PATH: process.env.PATH,
      HOME: folder,
      TZ: 'Asia/Kolkata',
      LANG: 'en_IN.UTF-8',
      DISPLAY: `:${number.trim()}`,
      // There is no graphics card.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    }).stdout.resume();
    const address = `http://127.0.0.1:${port}`;
    const answers = () =>
      fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(answers, 'WebKit', timeoutMs);
    const { sessionId } = await send<{ sessionId: string }>(`${address}/session`, {
      capabilities: {
        alwaysMatch: {
          // Shorter than the timeout of a request to the driver.
          timeouts: { script: 10_000, pageLoad: scaled(timeoutMs) / 2 },
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
        },
      },
    });
    const session = `${address}/session/${sessionId}`;
    // The browser ends with its session, not with the driver; at the latest with its screen.
    parts.defer(async () => {
      await fetch(session, { method: 'DELETE', signal: AbortSignal.timeout(scaled(timeoutMs) / 6) }).catch(() => {});
    });
    await send(`${session}/window/rect`, { x: 0, y: 0, width: 1300, height: 950 });
    return { page: new WebKitPage(session, folder), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
