import { expect, test } from 'vitest';

/** A browser drops a declaration that it cannot read, without a word: so each is shown to it, of style sheets and of the server's pages and mails. */

const sheets = import.meta.glob<string>('/web/**/*.css', { query: '?raw', import: 'default', eager: true });
const pages = import.meta.glob<string>(
  [
    '/server/{mail,rendering,http}/{layout,pages,document,api-docs}.ts',
    '/server/features/{letters,verification}/{unsubscribe.routes,verify-page}.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Rules whose declarations are no properties. */
const descriptors = /@(font-face|property|page|counter-style)[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g;

/** Declarations that the browser does not take. */
function invalid(css: string): string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(descriptors, '');
  return [...plain.matchAll(/(?<=[{;\s]|^)(-?[a-z][a-z-]*)\s*:\s*([^;{}]+)(?=[;}])/g)]
    .map(([, property = '', value = '']) => [property, value.replace(/\s*!important\s*$/, '').trim()] as const)
    .filter(([property, value]) => property !== 'composes' && !CSS.supports(property, value))
    .map(([property, value]) => `${property}: ${value}`);
}

test('finds what is no CSS', () => {
  expect(invalid('a { font:600 1.125rem/1 inherit; color: navyy; colour: red }')).toEqual([
    'font: 600 1.125rem/1 inherit',
    'color: navyy',
    'colour: red',
  ]);
  expect(invalid('a:hover { font: inherit; color: var(--x) !important }')).toEqual([]);
});

test('every declaration of the style sheets is one', () => {
  expect(Object.keys(sheets).length).toBeGreaterThan(100);
  const wrong = Object.entries(sheets).flatMap(([path, css]) => invalid(css).map((what) => `${path}: ${what}`));
  expect(wrong).toEqual([]);
});

test('so is every one in the pages and mails of the server', () => {
  expect(Object.keys(pages).length).toBeGreaterThan(3);
  const wrong = Object.entries(pages).flatMap(([path, source]) => {
    const text = source.replaceAll(/\$\{(fonts|serif)\}/g, 'serif').replaceAll(/\$\{small\}/g, 'color:red');
    const inline = [...text.matchAll(/ style="([^"$]*)"/g)].map(([, style = '']) => `a{${style}}`);
    const rows = [...text.matchAll(/(?:style|darkMode) =\s*[`']([^`'$]*)[`']/g)].map(([, css = '']) => css);
    return [...inline, ...rows].flatMap((css) => invalid(css).map((what) => `${path}: ${what}`));
  });
  expect(wrong).toEqual([]);
});
