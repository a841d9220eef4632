import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '#tests/wait.ts';
import type { Upload } from './registration.ts';

/** How long a step may take; it asks for all names of the page each time, which is slow on a busy machine. */
export const timeoutMs = 60_000;

/** An element of the page, by the reference that its browser has given it. */
export interface Node {
  sharedId: string;
}

/** Keys that are no characters, as WebDriver writes them. */
const keys = { control: '\uE009', escape: '\uE00C' };
const press = (type: 'keyDown' | 'keyUp', value: string) => ({ type, value });

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

/**
 * One page in a browser that Playwright does not drive, used by role and name, as a person with a screen reader finds things.
 * What the protocols of the browsers differ in is left to each.
 */
export abstract class DrivenPage {
  readonly #folder: string;

  /** @param folder where files lie that the browser is to send */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Scripts that failed, and what the policy forbade. */
  abstract complaints(): Promise<string[]>;
  abstract goto(url: string): Promise<void>;
  /** Loads the page again, and waits for it. */
  abstract reload(): Promise<void>;
  /** What a function of the page answers, as JSON can say it; `element` is its first argument. */
  abstract evaluate<Result>(source: string, element?: Node): Promise<Result>;
  /** The first element of a role and, where it is given, of exactly this name. */
  abstract first(role: string, name?: string, within?: Node): Promise<Node | undefined>;
  /** The element that a function of the page answers. @param within its first argument */
  protected abstract find(source: string, within?: Node): Promise<Node | undefined>;
  protected abstract point(element: Node): Promise<unknown>;
  protected abstract strike(actions: { type: 'keyDown' | 'keyUp'; value: string }[]): Promise<unknown>;
  protected abstract give(input: Node, path: string): Promise<unknown>;
  /** What the page looks like, as a PNG. */
  abstract screenshot(): Promise<Buffer>;

  /** Waits until it is there. @param within the part of the page around it */
  one(role: string, name?: string, within?: Node): Promise<Node> {
    // A page that is just being exchanged has no elements to ask for.
    return eventually(() => this.first(role, name, within).catch(() => null), `${role} ${name ?? ''}`, timeoutMs);
  }

  gone(role: string, name: string): Promise<true> {
    // One that disappears while it is looked at is an error once, and gone when it is looked for again.
    const absent = async () => (await this.first(role, name).catch(() => null)) === undefined;
    return eventually(absent, `no ${role} ${name}`, timeoutMs);
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
    const ready = () => this.evaluate<boolean>(settled, element).catch(() => false);
    await eventually(ready, 'an element that nothing covers', timeoutMs);
    await this.point(element);
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
    return eventually(() => this.find(source, within).catch(() => null), `a field ${label}`, timeoutMs);
  }

  async choose(label: string, { name, buffer }: Upload): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(path, buffer);
    await this.give(await this.field(label), path);
  }
}

/** A browser that runs. */
export interface DrivenBrowser {
  page: DrivenPage;
  stop(): Promise<void>;
}
