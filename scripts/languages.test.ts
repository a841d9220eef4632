import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parsePo } from 'pofile-ts';
import { expect, test } from 'vitest';
import { catalogueFile } from '#server/platform/languages/catalogue.ts';
import { findInSources, textsOfFiles, translatedFiles } from './languages.ts';

const { items } = parsePo(readFileSync(catalogueFile('hi'), 'utf8'));
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test('every text is translated, with the same values, each in one encoding', () => {
  expect(items.length).toBeGreaterThan(300);
  const wrong = items.filter(
    ({ msgid, msgstr: [text = ''] }) =>
      text === '' || text !== text.normalize('NFC') || String(placeholders(text)) !== String(placeholders(msgid)),
  );
  expect(wrong.map(({ msgid }) => msgid)).toEqual([]);
});

test('no text of a translated file is missing, and none that is not used is kept', async () => {
  const names = new Set(items.map(({ msgid }) => msgid));
  const needed = await textsOfFiles(translatedFiles);
  expect(needed.size).toBeGreaterThan(100);
  expect([...needed].filter(([id]) => !names.has(id)).map(([id, path]) => `${path}: ${id}`)).toEqual([]);
  const isUsed = findInSources();
  expect([...names].filter((id) => !isUsed(id))).toEqual([]);
  expect(isUsed('No such sentence stands anywhere.')).toBe(false);
});

test('what a translated file loads later is translated too, so that its words come with it', () => {
  const left = translatedFiles.flatMap((file) => {
    const targets = [...readFileSync(file, 'utf8').matchAll(/import\(\s*'([#.][^']+)'/g)];
    return targets
      .map(([, path = '']) => (path.startsWith('#') ? path.slice(1) : join(dirname(file), path)))
      .filter((target) => !translatedFiles.includes(target))
      .map((target) => `${file}: ${target}`);
  });
  // Its others are the office's pages.
  expect(left.filter((line) => !line.startsWith('web/app/routes.tsx:'))).toEqual([]);
});

test('no feature knows the language of the page, and no link leaves it', () => {
  const filesIn = (folders: string) =>
    globSync(`web/{${folders}}/**/*.{ts,tsx}`, { exclude: ['**/*.test.{ts,tsx}', 'web/app/admin/**'] });
  const rows = (pattern: RegExp, files = filesIn('features,ui')) =>
    files.filter((path) => pattern.test(readFileSync(path, 'utf8')));
  expect(rows(/\b(pageLanguage|otherLanguage|speaking)\b|documentElement\.lang/)).toEqual([]);
  const exceptions = [
    // For the office, whose addresses have no language.
    'web/features/participations/door/DoorPage.tsx',
    'web/features/participations/office/ParticipantsAdmin.tsx',
    // Feeds are the same in all languages.
    'web/site/frame/Footer.tsx',
  ];
  const leaving =
    /(?:\b(?:href|action|formAction)=\{`?(?:\$\{)?|url=\$\{|(?:replace|push)State\([^;]*, `?(?:\$\{)?)paths\.(?!admin\b)/;
  const inAll = filesIn('app,features,site,ui');
  expect(inAll).toContain('web/site/pages/DocumentsPage.tsx');
  expect(rows(leaving, inAll).filter((path) => !exceptions.includes(path))).toEqual([]);
});
