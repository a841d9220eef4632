import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parsePo } from 'pofile-ts';
import { expect, test } from 'vitest';
import { isOfOffice } from '#server/platform/http/language.ts';
import { catalogueFile, inLanguage } from '#server/platform/languages/catalogue.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { findInSources, textsOfFiles, translatedFiles } from './languages.ts';
import { answersToOthers, rulesOf } from './server-texts.ts';

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

test('Hindi sentences end as such, and one thing has one word', () => {
  const texts = items.map(({ msgstr: [text = ''] }) => text).filter((text) => /\p{Script=Devanagari}/u.test(text));
  // Not the dot of सं., and not a dot between signs.
  expect(texts.filter((text) => /(?<! |सं)\.(?=\s|$)/u.test(text))).toEqual([]);
  const refused = /(?<!\p{L}|\p{M})(खाने|खाना|खानों)(?!\p{L}|\p{M})|अंतरण|पहचान पत्र|लॉग इन का विवरण|यहाँ दबाएँ|दांडिक/u;
  expect(texts.filter((text) => refused.test(text))).toEqual([]);
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
    'web/features/door/DoorPage.tsx',
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

/** What is no answer: the mails' texts, which are translated as wholes, logs, and files that only the office reads. */
const noAnswers = [
  /^server\/(config\.ts|platform\/(mail|database|spreadsheets|metrics)\/|platform\/http\/request-log)/,
  /^server\/features\/(checkoff\/(booking|consent|read-schedule|reports|schedules)|receipts\/receipt-sheet)/,
  /^shared\/powers\.ts/,
];

/** What only administrators are answered by functions that others use as well. */
const toTheOffice = [
  /^Its (text|private key|notice|amount)/,
  /^It (was no longer|has no amount)/,
  /^This (line|letter$|important update)/,
  /^The (association requires|refund cannot|gateway|record was|notice of this)/,
  /^(Another (membership|paying office)|People have taken|Nothing was sent|As many as apply)/,
  /: (‘\{0\}’ has been|The financial year|\{0\} holds)/,
];
const isOne = (patterns: RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

test('whatever others than the office are answered is translated', async () => {
  const files = globSync('shared/contracts/*.ts', { exclude: ['**/*.test.ts'] });
  const contracts = await Promise.all(files.map((path) => import(join(import.meta.dirname, '..', path))));
  const calls = new Map<string, AnyEndpoint>(
    contracts.flatMap((each) => Object.entries<AnyEndpoint>(each).filter(([, call]) => Array.isArray(call?.access))),
  );
  const isOffice = (name: string) => isOfOffice(calls.get(name)!);
  const rules = [...calls].flatMap(([name, call]) =>
    isOffice(name) ? [] : rulesOf(call).map((text) => [text, name] as const),
  );
  expect(rules.length).toBeGreaterThan(300);
  const answers = answersToOthers(isOffice);
  expect(answers.size).toBeGreaterThan(200);
  expect(answers.keys()).toContain('This is your membership already.');
  const missing = [...rules, ...answers].filter(
    ([text, place]) =>
      inLanguage(text, 'hi') === text &&
      /\p{L}{2}/u.test(text.replaceAll(/\{\w+\}/g, '')) &&
      !isOne(noAnswers, place) &&
      !isOne(toTheOffice, text),
  );
  expect([...new Map(missing)].map(([text, place]) => `${place}: ${text}`)).toEqual([]);
});
