import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { eventually } from '#tests/wait.ts';
import type { Upload } from './registration.ts';

/** The timeout of a step on the usual machine, in milliseconds; each try computes roles and names of the whole page. */
export const timeoutMs = 60_000;

/** An element of the page, by its browser's reference. */
export interface Node {
  sharedId: string;
}

/** WebDriver's codes of special keys. */
const keys = { control: '\uE009', escape: '\uE00C' };
const press = (type: 'keyDown' | 'keyUp', value: string) => ({ type, value });

/** Whether an element rests in the middle of the page, and is not covered by a closing list. */
const settled = `async (element) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const place = () => element.getBoundingClientRect();
  const before = place();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { x, y, width, height } = place();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return x === before.x && y === before.y && width > 0 && (element.contains(hit) || hit?.closest('label')?.control === element);
}`;

/**
 * A function of the page that computes roles and names with axe: WebKit's driver reports them only for one element at a time, and
 * Firefox's takes half a minute for a long form, and for ever while the page is being left.
 */
const byRole = (role: string, name?: string) => `(root) => {
  const [role, name] = ${JSON.stringify([role, name ?? null])};
  axe.setup(document);
  try {
    return [...(root ?? document).querySelectorAll('*')].find((element) =>
      axe.commons.aria.getRole(element) === role
      && (name === null || axe.commons.text.accessibleText(element) === name)
      && axe.commons.dom.isVisibleToScreenReaders(element)) ?? null;
  } finally { axe.teardown(); }
}`;

/**
 * One page in a browser that Playwright does not support, used by role and accessible name. Subclasses implement each browser's
 * protocol.
 */
export abstract class DrivenPage {
  readonly #folder: string;

  /** @param folder the folder for files that the browser uploads */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Failed scripts, and violations of the content security policy. */
  abstract complaints(): Promise<string[]>;
  abstract goto(url: string): Promise<void>;
  /** Reloads the page and waits for it. */
  abstract reload(): Promise<void>;
  /** Runs a function in the page with `element` as its first argument. @returns its result, which must be JSON */
  abstract evaluate<Result>(source: string, element?: Node): Promise<Result>;
  /** The element that a function in the page returns. @param within its first argument */
  protected abstract find(source: string, within?: Node): Promise<Node | undefined>;
  protected abstract point(element: Node): Promise<unknown>;
  protected abstract strike(actions: { type: 'keyDown' | 'keyUp'; value: string }[]): Promise<unknown>;
  protected abstract give(input: Node, path: string): Promise<unknown>;
  /** A screenshot as PNG. */
  abstract screenshot(): Promise<Buffer>;

  /** The first element of a role and, if given, of exactly this name. */
  private async first(role: string, name?: string, within?: Node): Promise<Node | undefined> {
    if (!(await this.evaluate<boolean>('() => "axe" in window'))) {
      await this.evaluate(`() => { ${axe.source}; window.axe = axe; }`);
    }
    return this.find(byRole(role, name), within);
  }

  /** Waits for an element. @param within the part of the page around it */
  one(role: string, name?: string, within?: Node): Promise<Node> {
    // During a navigation there are no elements.
    return eventually(() => this.first(role, name, within).catch(() => null), `${role} ${name ?? ''}`, timeoutMs);
  }

  gone(role: string, name: string): Promise<true> {
    // An element that disappears during the check causes one error, and is absent in the next check.
    const absent = async () => (await this.first(role, name).catch(() => null)) === undefined;
    return eventually(absent, `no ${role} ${name}`, timeoutMs);
  }

  /** Waits until the page shows this text. */
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

  /** Clicks with the pointer. @param where a function where the page may replace the element meanwhile */
  async click(where: Node | (() => Promise<Node>)): Promise<void> {
    const ready = async () => {
      const element = typeof where === 'function' ? await where() : where;
      return (await this.evaluate<boolean>(settled, element).catch(() => false)) && element;
    };
    await this.point(await eventually(ready, 'an element that nothing covers', timeoutMs));
  }

  async type(text: string): Promise<void> {
    await this.strike([...text].flatMap((value) => [press('keyDown', value), press('keyUp', value)]));
  }

  press(key: keyof typeof keys): Promise<void> {
    return this.type(keys[key]);
  }

  async selectAll(): Promise<void> {
    const { control } = keys;
    await this.strike([press('keyDown', control), press('keyDown', 'a'), press('keyUp', 'a'), press('keyUp', control)]);
  }

  /** Clicks into a field and replaces its text by typing. */
  async fill(element: Node | (() => Promise<Node>), text: string): Promise<void> {
    await this.click(element);
    await this.selectAll();
    await this.type(text);
  }

  /** Opens a list, types a part of the entry if it can be searched, and chooses it. */
  async pick(combo: Node, option: string, typed = ''): Promise<void> {
    await this.click(combo);
    if (typed !== '') await this.type(typed);
    await this.click(await this.one('option', option));
  }

  /** The field with this label, as password and file fields have no role. */
  field(label: string, within?: Node): Promise<Node> {
    const source = `(root) => [...(root ?? document).querySelectorAll('input')].find((input) =>
      [...(input.labels ?? [])].some(({ textContent }) => textContent.startsWith(${JSON.stringify(label)}))
      || input.getAttribute('aria-label') === ${JSON.stringify(label)})`;
    return eventually(() => this.find(source, within).catch(() => null), `a field ${label}`, timeoutMs);
  }

  async choose(label: string, { name, buffer }: Upload): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(path, buffer);
    await this.give(await this.field(label), path);
  }
}

/** A running browser. */
export interface DrivenBrowser {
  page: DrivenPage;
  stop(): Promise<void>;
}
