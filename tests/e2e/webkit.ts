import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { freePort } from '#tests/free-port.ts';
import { findProgram } from '#tests/programs.ts';
import { eventually } from '#tests/wait.ts';
import { type DrivenBrowser, DrivenPage, type Node, timeoutMs } from './driven-page.ts';

// The engine of Safari, as Debian builds it for GTK; over the W3C's WebDriver, on a screen that nobody sees.

const driver = findProgram(['WebKitWebDriver'], ['--help']);
const screen = findProgram(['Xvfb'], ['-help']);
const browser = globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser').find(existsSync);
/** What is needed for it, if this machine has it all. Only on demand: its driver does not answer every time. */
export const webkit = process.env.TEST_WEBKIT && driver && screen && browser ? { driver, screen, browser } : undefined;

const key = 'element-6066-11e4-a52e-4f735466cecf';
type Reference = Record<typeof key, string>;
const asReference = ({ sharedId }: Node): Reference => ({ [key]: sharedId });
const asNode = (found: Reference | null): Node | undefined => (found ? { sharedId: found[key] } : undefined);

/** Roles and names as the accessibility checker works them out: this browser tells them of one element at a time only. */
const byRole = `const [role, name, root] = arguments;
  axe.setup(document);
  try {
    return [...(root ?? document).querySelectorAll('*')].find((element) =>
      axe.commons.aria.getRole(element) === role
      && (name === null || axe.commons.text.accessibleText(element) === name)
      && axe.commons.dom.isVisibleToScreenReaders(element)) ?? null;
  } finally { axe.teardown(); }`;

class WebKitPage extends DrivenPage {
  readonly #session: string;
  readonly #output: () => string;

  /** @param session its address @param output what the browser has printed */
  constructor(session: string, folder: string, output: () => string) {
    super(folder);
    this.#session = session;
    this.#output = output;
  }

  get complaints(): readonly string[] {
    return this.#output()
      .split('\n')
      .filter((line) => /^CONSOLE (JS|SECURITY) ERROR/.test(line));
  }

  #send<Result>(path: string, body?: object): Promise<Result> {
    return send<Result>(this.#session + path, body);
  }

  async goto(url: string): Promise<void> {
    await this.#send('/url', { url });
  }

  async evaluate<Result>(source: string, element?: Node): Promise<Result> {
    const script = `const [element, done] = arguments.length > 1 ? arguments : [undefined, arguments[0]];
      (async () => JSON.stringify(await (${source})(element)) ?? 'null')().then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
    const args = element ? [asReference(element)] : [];
    const { value, error } = await this.#send<{ value?: string; error?: string }>('/execute/async', { script, args });
    if (value === undefined) throw new Error(error);
    return JSON.parse(value) as Result;
  }

  async first(role: string, name?: string, within?: Node): Promise<Node | undefined> {
    if (!(await this.#send<boolean>('/execute/sync', { script: 'return "axe" in window', args: [] }))) {
      await this.#send('/execute/sync', { script: `${axe.source}; window.axe = axe;`, args: [] });
    }
    const args = [role, name ?? null, within ? asReference(within) : null];
    return asNode(await this.#send<Reference | null>('/execute/sync', { script: byRole, args }));
  }

  protected async find(source: string, within?: Node): Promise<Node | undefined> {
    const script = `return (${source})(arguments[0]) ?? null`;
    const args = within ? [asReference(within)] : [];
    return asNode(await this.#send<Reference | null>('/execute/sync', { script, args }));
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
    return Buffer.from(await this.#send<string>('/screenshot'), 'base64');
  }
}

/** @throws Error with what the browser says of it */
async function send<Result>(url: string, body?: object): Promise<Result> {
  const answer = await fetch(url, body ? { method: 'POST', body: JSON.stringify(body) } : {});
  const { value } = (await answer.json()) as { value: Result };
  if (!answer.ok) throw new Error((value as { message?: string }).message ?? `status ${answer.status}`);
  return value;
}

/** Starts the machine's WebKit with a profile of its own, on a screen of its own. */
export async function startWebKit(): Promise<DrivenBrowser> {
  const { driver, screen, browser } = webkit!;
  const folder = await mkdtemp(join(tmpdir(), 'association-webkit-'));
  const display = spawn(screen, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(display.stdout, 'data')) as [Buffer];
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TZ: 'Asia/Kolkata',
    LANG: 'en_IN.UTF-8',
    DISPLAY: `:${String(number).trim()}`,
    // There is no graphics card to draw with.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const child = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  let session: string | undefined;
  const stop = async () => {
    // The browser ends with its session, and not with the driver.
    if (session) await fetch(session, { method: 'DELETE' }).catch(() => {});
    child.kill('SIGTERM');
    await exited;
    display.kill('SIGTERM');
    if (display.exitCode === null && display.signalCode === null) await once(display, 'exit');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await eventually(
      () =>
        fetch(`${address}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      'WebKit',
      timeoutMs,
    );
    const args = ['--automation', '--enable-write-console-messages-to-stdout=true'];
    const { sessionId } = await send<{ sessionId: string }>(`${address}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args } } },
    });
    session = `${address}/session/${sessionId}`;
    await send(`${session}/window/rect`, { x: 0, y: 0, width: 1300, height: 950 });
    return { page: new WebKitPage(session, folder, () => output), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
