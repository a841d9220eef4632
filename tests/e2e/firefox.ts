import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '#tests/programs.ts';
import { eventually } from '#tests/wait.ts';
import type { Upload } from './registration.ts';
import { tellWhatIsForbidden } from './site.ts';

/** Playwright drives only a Firefox of its own making; this one is the machine's, over WebDriver BiDi, which it speaks itself. */
const found = process.env.FIREFOX_PATH ?? findProgram(['firefox-esr']);
const version = found && spawnSync(found, ['--version'], { encoding: 'utf8', timeout: 30_000 }).stdout;
/** Earlier ones do not know all that is asked of them. */
export const firefoxPath = Number(/Firefox (\d+)/.exec(version ?? '')?.[1]) >= 140 ? found : undefined;

/** How long a step may take; it asks for all names of the page each time, which is slow on a busy machine. */
const timeoutMs = 60_000;

const preferences = {
  'app.update.auto': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-IN',
  'signon.rememberSignons': false,
  'ui.prefersReducedMotion': 1,
};

/** An element of the page, as the browser names it. */
interface Node {
  sharedId: string;
}

interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  method?: string;
  message?: string;
  result?: unknown;
  params?: { level?: string; type?: string; text?: string };
}

/** Keys that are no characters, as WebDriver writes them. */
const keys = { control: '\uE009', escape: '\uE00C' };

/** Whether an element has come to rest in the middle of the page, and is not under a list that is just closing. */
const settled = `async (element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const place = () => element.getBoundingClientRect();
  const before = place();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { x, y, width, height } = place();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return x === before.x && y === before.y && width > 0 && (element.contains(hit) || hit?.closest('label')?.control === element);
}`;

/** One page in Firefox, used by role and name, as a person with a screen reader finds things. */
export class FirefoxPage {
  /** Scripts that failed, and what the policy forbade. */
  readonly complaints: string[] = [];
  readonly #socket: WebSocket;
  readonly #folder: string;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #context = '';
  #sent = 0;

  constructor(socket: WebSocket, folder: string) {
    this.#socket = socket;
    this.#folder = folder;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Message));
  }

  #hear({ id, type, message, result, params }: Message): void {
    if (type === 'event') {
      const { level, type: kind, text = '' } = params ?? {};
      if (level === 'error' && (kind === 'javascript' || text.startsWith('Forbidden by the policy')))
        this.complaints.push(text);
      return;
    }
    const waiting = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (type === 'success') waiting?.resolve(result);
    else waiting?.reject(new Error(message));
  }

  send<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#sent;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer as Promise<Result>;
  }

  async begin(): Promise<void> {
    await this.send('session.new', { capabilities: {} });
    await this.send('session.subscribe', { events: ['log.entryAdded'] });
    const functionDeclaration = `() => { ${tellWhatIsForbidden} }`;
    await this.send('script.addPreloadScript', { functionDeclaration });
    const { contexts } = await this.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    this.#context = contexts[0]!.context;
    await this.send('browsingContext.setViewport', { context: this.#context, viewport: { width: 1280, height: 900 } });
  }

  async goto(url: string): Promise<void> {
    await this.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** What a function of the page answers; `element` is its first argument. */
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

  /** The first element of a role and, where it is given, of exactly this name. */
  async first(role: string, name?: string, within?: Node): Promise<Node | undefined> {
    const value = name === undefined ? { role } : { role, name };
    const { nodes } = await this.send<{ nodes: Node[] }>('browsingContext.locateNodes', {
      context: this.#context,
      locator: { type: 'accessibility', value },
      maxNodeCount: 1,
      ...(within ? { startNodes: [{ sharedId: within.sharedId }] } : {}),
    });
    return nodes[0];
  }

  /** Waits until it is there. @param within the part of the page in which it stands */
  one(role: string, name?: string, within?: Node): Promise<Node> {
    // A page that is just being exchanged has no elements to ask for.
    return eventually(() => this.first(role, name, within).catch(() => null), `${role} ${name ?? ''}`, timeoutMs);
  }

  gone(role: string, name: string): Promise<true> {
    return eventually(async () => (await this.first(role, name)) === undefined, `no ${role} ${name}`, timeoutMs);
  }

  /** Waits until the page shows this text somewhere. */
  shows(text: string): Promise<true> {
    const source = `() => document.body.innerText.includes(${JSON.stringify(text)})`;
    return eventually(() => this.evaluate<boolean>(source).catch(() => false), text, timeoutMs) as Promise<true>;
  }

  at(address: RegExp): Promise<true> {
    return eventually(
      async () => address.test(await this.evaluate<string>('() => location.href').catch(() => '')),
      `the address ${address}`,
      timeoutMs,
    );
  }

  /** As a hand does it: the pointer goes there and presses. */
  async click(element: Node): Promise<void> {
    await eventually(() => this.evaluate<boolean>(settled, element), 'an element that nothing covers', timeoutMs);
    const origin = { type: 'element', element: { sharedId: element.sharedId } };
    await this.#act({
      type: 'pointer',
      id: 'hand',
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  #act(source: object): Promise<unknown> {
    return this.send('input.performActions', { context: this.#context, actions: [source] });
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    await this.#act({ type: 'key', id: 'keyboard', actions });
  }

  press(key: keyof typeof keys): Promise<void> {
    return this.type(keys[key]);
  }

  async selectAll(): Promise<void> {
    const press = (type: string, value: string) => ({ type, value });
    const actions = [
      press('keyDown', keys.control),
      press('keyDown', 'a'),
      press('keyUp', 'a'),
      press('keyUp', keys.control),
    ];
    await this.#act({ type: 'key', id: 'keyboard', actions });
  }

  /** Clicks into a field, and types over what is in it. */
  async fill(element: Node, text: string): Promise<void> {
    await this.click(element);
    await this.selectAll();
    await this.type(text);
  }

  /** Opens a list, types a part of the entry where it can be searched, and picks it. */
  async pick(combo: Node, option: string, typed = ''): Promise<void> {
    await this.click(combo);
    if (typed !== '') await this.type(typed);
    await this.click(await this.one('option', option));
  }

  /** The field with this label; fields of passwords and files have no role. */
  field(label: string, within?: Node): Promise<Node> {
    const source = `(root) => [...(root ?? document).querySelectorAll('input')].find((input) =>
      [...(input.labels ?? [])].some(({ textContent }) => textContent.startsWith(${JSON.stringify(label)}))
      || input.getAttribute('aria-label') === ${JSON.stringify(label)})`;
    const params = {
      functionDeclaration: source,
      arguments: within ? [{ sharedId: within.sharedId }] : [],
      target: { context: this.#context },
      awaitPromise: false,
    };
    const ask = () => this.send<{ result?: Partial<Node> }>('script.callFunction', params);
    return eventually(
      async () => {
        const sharedId = await ask().then(
          ({ result }) => result?.sharedId,
          () => undefined,
        );
        return sharedId !== undefined && { sharedId };
      },
      `a field ${label}`,
      timeoutMs,
    );
  }

  async choose(label: string, { name, buffer }: Upload): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(path, buffer);
    await this.send('input.setFiles', { context: this.#context, element: await this.field(label), files: [path] });
  }

  /** What the page looks like, as a PNG. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.send<{ data: string }>('browsingContext.captureScreenshot', { context: this.#context });
    return Buffer.from(data, 'base64');
  }
}

/** Starts the machine's Firefox with a profile of its own, without windows. */
export async function startFirefox(): Promise<{ page: FirefoxPage; stop(): Promise<void> }> {
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
    await once(socket, 'open');
    const page = new FirefoxPage(socket, folder);
    await page.begin();
    return { page, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
