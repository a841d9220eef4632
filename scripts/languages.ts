import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { createItem, parsePo, stringifyPo } from 'pofile-ts';
import { parseSync } from 'vite';
import { catalogueFile } from '#server/platform/languages/catalogue.ts';
import { islandModules } from '../web/site/islands.ts';
import { lineOf, markedTexts, parseSource } from './texts.ts';

/** The file that an import leads to, from the project's folder on. */
export const importedFile = (source: string, importer: string): string =>
  (source.startsWith('#') ? source.slice(1) : join(dirname(importer), source)).replace(/\?.*/, '');

/** The files of `web/` that visitors and members load: documents, islands and the app, with all that they import, but for the office's pages. */
export function visibleFiles(): string[] {
  const islands = Object.values(islandModules).map((file) => file.replace(/\?.*/, ''));
  const files = new Set(['web/entry-server.tsx', 'web/app/main.tsx', 'web/site/hydrate.tsx', ...islands]);
  // A set is read while it grows.
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
    const sources = [
      ...staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
        .map((each) => each.moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.flatMap((each) => each.moduleRequest?.value ?? [])),
      ...dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
    ];
    for (const source of sources) {
      const target = importedFile(source, file);
      if (/^web\/(?!app\/admin\/).*\.tsx?$/.test(target) && existsSync(target)) files.add(target);
    }
  }
  return [...files].sort();
}

/** A file's texts, by their places: `web/site/pages/NewsPage.tsx:12`. */
export function textsOfFiles(files: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    for (const { id, node } of markedTexts(parseSource(file, code))) texts.set(id, `${file}:${lineOf(code, node)}`);
  }
  return texts;
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll("\\'", "'");

/** Whether the sources have a text: all that stands between its values. */
export function findInSources(): (id: string) => boolean {
  const files = globSync('{shared,server,web}/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] });
  const sources = inOneLine(files.map((path) => readFileSync(path, 'utf8')).join('\n'));
  const parts = (id: string) => (id.includes(', plural,') ? [id] : id.split(/\{\w+\}/));
  return (id) => parts(id).every((part) => sources.includes(inOneLine(part).trim()));
}

/** The catalogue with what is missing, to be translated, and without what is not used any more. */
export function updated(catalogue: string): string {
  const po = parsePo(catalogue);
  const isUsed = findInSources();
  po.items = po.items.filter(({ msgid }) => isUsed(msgid));
  const ids = new Set(po.items.map(({ msgid }) => msgid));
  for (const msgid of textsOfFiles(visibleFiles()).keys())
    if (!ids.has(msgid)) po.items.push({ ...createItem(), msgid, msgstr: [''] });
  po.items.sort((one, other) => (one.msgid < other.msgid ? -1 : 1));
  for (const item of po.items) item.msgstr = item.msgstr.map((text) => text.normalize('NFC'));
  return stringifyPo(po, { foldLength: 0 });
}

if (import.meta.main) {
  const file = catalogueFile('hi');
  const text = updated(readFileSync(file, 'utf8'));
  writeFileSync(file, text);
  console.log(`${parsePo(text).items.filter(({ msgstr: [hindi] }) => !hindi).length} texts to translate in ${file}.`);
}
