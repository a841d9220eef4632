import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Class names without a rule, and rules without an element, are not noticed by any tool: a browser ignores both. */

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|^web\/testing\//.test(path),
);
const shared = ['web/ui/controls.css', 'web/ui/layout.css', 'web/ui/toasts.css'];

/** The classes that a style sheet defines, without those of `:global(…)`. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/(?<=[{;}])[^{};]*(?=[;}])/g, '');
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name));
}

/** The texts of a file that may be class names: each word of each string. */
const wordsOf = (source: string) =>
  [...source.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].flatMap(([, , text = '']) => text.split(/[^\w-]+/));

test('finds the classes of a style sheet', () => {
  expect([
    ...classesOf(
      '.a:is(.b > p) { width: 1.5em } @media (--from-md) { .c::after { content: ".d"; } :global(.e) .f {} }',
    ),
  ]).toEqual(['a', 'b', 'c', 'f']);
});

test('every class of a module exists and is used', () => {
  const used = new Map<string, Set<string>>();
  const missing: string[] = [];
  for (const path of sources) {
    const source = read(path);
    for (const [, name, file = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = file.startsWith('#') ? file.slice(1) : join(dirname(path), file);
      const classes = classesOf(read(sheet));
      const here = [...source.matchAll(new RegExp(`(?<![\\w/])${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one);
      // Chosen by a value, as in `styles[kind]`: whatever is a word of the file may be meant.
      const chosen = new RegExp(`\\b${name}\\[`).test(source) ? [...classes] : [];
      missing.push(...here.filter((one) => !classes.has(one)).map((one) => `${path}: ${name}.${one}`));
      used.set(sheet, new Set([...(used.get(sheet) ?? []), ...here, ...chosen]));
    }
  }
  expect(missing).toEqual([]);
  const sheets = globSync('web/**/*.module.css', { cwd: root });
  expect(sheets.length).toBeGreaterThan(80);
  const unused = sheets.flatMap((sheet) =>
    [...classesOf(read(sheet))].filter((one) => !used.get(sheet)?.has(one)).map((one) => `${sheet}: .${one}`),
  );
  expect(unused).toEqual([]);
});

test('every shared class exists and is used', () => {
  const classes = new Set(shared.flatMap((sheet) => [...classesOf(read(sheet))]));
  const words = new Set(sources.flatMap((path) => wordsOf(read(path))));
  const unused = [...classes].filter((one) => !words.has(one) && !one.startsWith('Toastify'));
  expect(unused).toEqual([]);
  const missing = sources.flatMap((path) =>
    [...read(path).matchAll(/\bclassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
      .flatMap(([, plain, template]) => (plain ?? template!.replaceAll(/\$\{[^}]*\}/g, ' ')).split(/\s+/))
      .filter((one) => one !== '' && !classes.has(one))
      .map((one) => `${path}: ${one}`),
  );
  expect(missing).toEqual([]);
});

/** The declarations of each rule of a style sheet that has one class for its selector, at this depth, by the class. */
function ruled(css: string, depth: string): Map<string, string> {
  const rules = css.matchAll(new RegExp(`^${depth}\\.([\\w-]+) \\{\\n((?:${depth}  [^{};]+;\\n)+)${depth}\\}`, 'gm'));
  return new Map([...rules].map(([, name = '', body = '']) => [name, body.trim().split(/;\s*/).sort().join('; ')]));
}

test('no class of a module repeats a shared one', () => {
  const layout = new Map([...ruled(read('web/ui/layout.css'), '  ')].map(([name, body]) => [body, name]));
  expect(layout.size).toBeGreaterThan(80);
  const repeated = globSync('web/**/*.module.css', { cwd: root }).flatMap((sheet) =>
    [...ruled(read(sheet), '')]
      .filter(([, body]) => layout.has(body))
      .map(([name, body]) => `${sheet}: .${name} is ${layout.get(body)}`),
  );
  expect(repeated).toEqual([]);
});

test('colours stand in the tokens, which have two schemes', () => {
  const [, dark = ''] = read('web/ui/tokens.css').split('prefers-color-scheme: dark');
  expect([...dark.matchAll(/--(\w[\w-]*): #/g)].length).toBeGreaterThan(15);
  // White, and black for what is printed and behind a film; in the viewer of pictures, which is always dark, also its own.
  const allowed = /^(#fff|#000|rgb\(255 255 255 \/ \d+%\))$/;
  const others = globSync('web/**/*.css', { cwd: root })
    .filter((sheet) => !/\/(tokens|GalleryViewer\.module)\.css$/.test(sheet))
    .flatMap((sheet) =>
      [...read(sheet).matchAll(/(#[\da-f]{3,8}|(?:rgb|hsl|oklch)a?\([^)]*\))(?=[;,\s)])/gi)]
        .filter(([colour]) => !allowed.test(colour))
        .map(([colour]) => `${sheet}: ${colour}`),
    );
  expect(others).toEqual([]);
});
