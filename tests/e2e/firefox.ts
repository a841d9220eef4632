import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '#tests/programs.ts';
import { scaled } from '#tests/speed.ts';
import { eventually } from '#tests/wait.ts';
import { type DrivenBrowser, DrivenPage, type Node, timeoutMs } from './driven-page.ts';
import { tellWhatIsForbidden } from './site.ts';

/** The installed Firefox, over WebDriver BiDi, as Playwright supports only its own build. */
const found = process.env.FIREFOX_PATH ?? findProgram(['firefox-esr']);
const version = found && spawnSync(found, ['--version'], { encoding: 'utf8', timeout: 30_000 }).stdout;
/** Earlier versions lack some commands. */
export const firefoxPath = Number(/Firefox (\d+)/.exec(version ?? '')?.[1]) >= 140 ? found : undefined;

const preferences = {
  'app.update.auto': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-IN',
  'signon.rememberSignons': false,
  'ui.prefersReducedMotion': 1,
};

interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  method?: string;
  message?: string;
  result?: unknown;
  params?: { level?: string; type?: string; text?: string };
}

interface Waiting {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

class FirefoxPage extends DrivenPage {
  readonly #complaints: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #context = '';
  #sent = 0;

  constructor(socket: WebSocket, folder: string) {
    super(folder);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Message));
  }

  #hear({ id, type, method, message, result, params }: Message): void {
    if (method === 'browsingContext.domContentLoaded') {
      // Firefox keeps the page before, and does not answer what that has not finished.
      for (const { method: sent, reject } of this.#waiting.values())
        if (sent === 'script.callFunction') reject(new Error('The page was left.'));
      return;
    }
    if (type === 'event') {
      const { level, type: kind, text = '' } = params ?? {};
      if (level === 'error' && (kind === 'javascript' || text.startsWith('Forbidden by the policy')))
        this.#complaints.push(text);
      return;
    }
    const waiting = this.#waiting.get(id ?? 0);
    if (type === 'success') waiting?.resolve(result);
    else waiting?.reject(new Error(message));
  }

  /** @throws Error with the browser's message, or when it does not answer, or the page is left */
  async send<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#sent;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const limit = setTimeout(() => reject(new Error(`Firefox does not answer ${method}`)), scaled(timeoutMs));
    this.#waiting.set(id, { method, resolve, reject });
    try {
      this.#socket.send(JSON.stringify({ id, method, params }));
      return (await promise) as Result;
    } finally {
      clearTimeout(limit);
      this.#waiting.delete(id);
    }
  }

  async begin(): Promise<void> {
    await this.send('session.new', { capabilities: {} });
    await this.send('session.subscribe', { events: ['log.entryAdded', 'browsingContext.domContentLoaded'] });
    const functionDeclaration = `() => { ${tellWhatIsForbidden} }`;
    await this.send('script.addPreloadScript', { functionDeclaration });
    const { contexts } = await this.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    this.#context = contexts[0]!.context;
    await this.send('browsingContext.setViewport', { context: this.#context, viewport: { width: 1280, height: 900 } });
  }

  async goto(url: string): Promise<void> {
    await this.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  async reload(): Promise<void> {
    await this.send('browsingContext.reload', { context: this.#context, wait: 'complete' });
  }

  async complaints(): Promise<string[]> {
    return this.#complaints;
  }

  async evaluate<Result>(source: string, element?: Node): Promise<Result> {
    const { result, exceptionDetails } = await this.send<{
      result?: { value: unknown };
      exceptionDetails?: { text: string };
    }>('script.callFunction', {
      functionDeclaration: `async (element) => JSON.stringify(await (${source})(element)) ?? 'null'`,
      arguments: element ? [{ sharedId: element.sharedId }] : [],
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (!result) throw new Error(exceptionDetails?.text);
    return JSON.parse(String(result.value)) as Result;
  }

  protected async find(source: string, within?: Node): Promise<Node | undefined> {
    const { result, exceptionDetails } = await this.send<{
      result?: Partial<Node>;
      exceptionDetails?: { text: string };
    }>('script.callFunction', {
      functionDeclaration: source,
      arguments: within ? [{ sharedId: within.sharedId }] : [],
      target: { context: this.#context },
      awaitPromise: false,
    });
    if (!result) throw new Error(exceptionDetails?.text);
    return result.sharedId === undefined ? undefined : { sharedId: result.sharedId };
  }

  protected point({ sharedId }: Node) {
    const origin = { type: 'element', element: { sharedId } };
    return this.#act({
      type: 'pointer',
      id: 'hand',
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  protected strike(actions: object[]) {
    return this.#act({ type: 'key', id: 'keyboard', actions });
  }

  #act(source: object): Promise<unknown> {
    return this.send('input.performActions', { context: this.#context, actions: [source] });
  }

  protected give(element: Node, path: string) {
    return this.send('input.setFiles', { context: this.#context, element, files: [path] });
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.send<{ data: string }>('browsingContext.captureScreenshot', { context: this.#context });
    return Buffer.from(data, 'base64');
  }
}

/** Starts the installed Firefox headless with its own profile. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'association-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(folder, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'];
  const browser = spawn(firefoxPath!, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'Asia/Kolkata' },
  });
  const exited = once(browser, 'exit');
  const stop = async () => {
    browser.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    let output = '';
    browser.stderr.on('data', (chunk) => (output += chunk));
    const listening = /WebDriver BiDi listening on (ws:\S+)/;
    const address = await eventually(() => listening.exec(output)?.[1], 'Firefox', timeoutMs);
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open', { signal: AbortSignal.timeout(scaled(timeoutMs)) });
    const page = new FirefoxPage(socket, folder);
    await page.begin();
    return { page, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
