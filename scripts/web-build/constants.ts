import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const shared = resolve(import.meta.dirname, '../../shared');
const files = ['limits', 'messages', 'paths'].map((name) => resolve(shared, `${name}.ts`));

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * Writes the figures, texts and addresses that a page uses of the large objects of `shared/limits.ts`, `messages.ts` and `paths.ts` in their
 * place. Otherwise each page would load all of them.
 */
export function constantsInPlace(): Plugin {
  return {
    name: 'constants-in-place',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async transform(code, id) {
      if (files.includes(id.split('?')[0]!) || !/\.tsx?(\?|$)/.test(id)) return null;
      const program = this.parse(code) as unknown as Node;
      const edits: { start: number; end: number; text: string }[] = [];
      for (const statement of program.body as Node[]) {
        if (statement.type !== 'ImportDeclaration') continue;
        const source = (statement.source as Node).value as string;
        if (!files.some((file) => source.endsWith(file.slice(file.lastIndexOf('/'))))) continue;
        const file = (await this.resolve(source, id))?.id;
        if (!file || !files.includes(file)) continue;
        const values = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
        const specifiers = statement.specifiers as Node[];
        const left = specifiers.filter((specifier) => {
          const name = (specifier.local as Node).name as string;
          const uses = usesOf(
            program,
            specifier,
            name,
            values[(specifier.imported as Node | undefined)?.name as string],
          );
          edits.push(...uses.edits);
          return uses.left;
        });
        if (left.length === specifiers.length) continue;
        const names = left.map(({ start, end }) => code.slice(start, end)).join(', ');
        const text = names && `import { ${names} } from ${JSON.stringify(source)};`;
        edits.push({ start: statement.start, end: statement.end, text });
      }
      if (edits.length === 0) return null;
      edits.sort((one, other) => other.start - one.start);
      return {
        code: edits.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code),
        map: null,
      };
    },
  };
}

/** The members of an imported object that are plain values; `left`: whether something else of it is used. A name that is declared again is left alone. */
function usesOf(program: Node, specifier: Node, name: string, value: unknown) {
  const edits: { start: number; end: number; text: string }[] = [];
  let left = false;
  let isRead = true;
  const visit = (node: Node, parents: readonly Node[]) => {
    if (node === specifier) return;
    if (node.type === 'Identifier' && node.name === name) {
      const parent = parents.at(-1)!;
      const isName = (parent.key === node || parent.property === node) && !parent.computed && !parent.shorthand;
      if (isName) return;
      if (parent.type !== 'MemberExpression' || parent.object !== node) {
        isRead = false;
        return;
      }
      const use = memberOf(node, parents, value);
      if (use) edits.push(use);
      else left = true;
      return;
    }
    for (const child of Object.values(node).flat()) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, [...parents, node]);
    }
  };
  visit(program, []);
  return isRead ? { edits, left } : { edits: [], left: true };
}

/** The longest chain of members, such as `limits.guestDays.usual` or `messages.login`, if it can be written as JSON. */
function memberOf(root: Node, parents: readonly Node[], value: unknown) {
  let node = root;
  let current = value;
  for (const parent of parents.toReversed()) {
    if (parent.type !== 'MemberExpression' || parent.object !== node || parent.computed) break;
    current = (current as Record<string, unknown> | undefined)?.[(parent.property as Node).name as string];
    node = parent;
    if (!isObject(current)) break;
  }
  const isWhole = node !== root && current !== undefined && isPlain(current);
  return isWhole ? { start: node.start, end: node.end, text: `(${JSON.stringify(current)})` } : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isPlain = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).every(isPlain) : ['string', 'number', 'boolean'].includes(typeof value);
