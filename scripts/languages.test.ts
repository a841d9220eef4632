import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePo } from 'pofile-ts';
import { expect, test } from 'vitest';
import { isOfOffice } from '#server/platform/http/language.ts';
import { catalogueFile, inLanguage } from '#server/platform/languages/catalogue.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { membershipValues } from '#shared/memberships.ts';
import { type PersonField, person, personSections } from '#shared/person.ts';
import { Sentence } from '#shared/sentence.ts';
import { collectedOfPersons, shownToMembers } from '#web/features/policies/personal-data.ts';
import { findInSources, updated, visibleFiles } from './languages.ts';
import { answersToOthers, rulesOf } from './server-texts.ts';
import {
  callsOf,
  lineOf,
  lineOfText,
  markedTexts,
  type Node,
  parseSource,
  sharedTexts,
  unmarkedTexts,
} from './texts.ts';
import { withNames } from './web-build/translate.ts';

const { items } = parsePo(readFileSync(catalogueFile('hi'), 'utf8'));
const known = new Set(items.map(({ msgid }) => msgid));
const isKnown = (text: string) => known.has(text) || !/\p{L}{2}/u.test(text.replaceAll(/\{\w+\}/g, ''));
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

const sources = new Map(
  visibleFiles().map((file) => {
    const code = readFileSync(file, 'utf8');
    return [file, { code, program: parseSource(file, code) }] as const;
  }),
);

/** Each of these of a visible file as `web/ui/page/Logo.tsx:12: …`. */
const eachInFiles = (of: (program: Node) => { text: string; node: Node }[]) =>
  [...sources].flatMap(([file, { code, program }]) =>
    of(program).map(({ text, node }) => `${file}:${lineOf(code, node)}: ${text}`),
  );

test('a text that visitors or members can see is marked: t(‘…’), <T>…</T>, msg(‘…’), and a number is a plural of t', () => {
  expect(sources.size).toBeGreaterThan(250);
  expect(eachInFiles(unmarkedTexts)).toEqual([]);
  expect(eachInFiles((program) => callsOf(program, 'counted').map((node) => ({ text: 'counted', node })))).toEqual([]);
});

test('a text that visitors or members can see has its Hindi in languages/hi.po', async () => {
  const marked = (program: Node) => markedTexts(program).map(({ id, node }) => ({ text: id, node }));
  expect([...sources.values()].flatMap(({ program }) => marked(program)).length).toBeGreaterThan(1000);
  expect(eachInFiles((program) => marked(program).filter(({ text }) => !isKnown(text)))).toEqual([]);
  const constants = await Promise.all(
    [...sources].map(async ([file, { code, program }]) => {
      const shown = await sharedTexts(program);
      return shown
        .filter(({ text }) => !isKnown(text))
        .map(({ text, node }) => `${file}:${lineOf(code, node)}: ${text}`);
    }),
  );
  expect(constants.flat()).toEqual([]);
});

/** The texts of a sentence and of those in it. */
const idsOf = ({ id, values }: Sentence): string[] => [
  id,
  ...Object.values(values).flatMap((value) => (value instanceof Sentence ? idsOf(value) : [])),
];

test('what a person’s field says has its Hindi: to members, and its term in the privacy policy', () => {
  const files = ['shared/person.ts', 'shared/options.ts'].map((file) => [file, readFileSync(file, 'utf8')] as const);
  const placeOf = (text: string) => {
    const [file, code] = files.find(([, each]) => each.includes(text.split(/\{\w+\}/, 1)[0]!)) ?? files[0]!;
    return `${file}:${lineOfText(code, text)}`;
  };
  const texts = Object.values<Partial<PersonField> & { options?: readonly string[] }>(person).flatMap((field) => {
    const { label, ownLabel, message, hint, options } = field;
    const hints = typeof hint === 'string' ? [hint] : [hint?.registration, hint?.selfEdit];
    // Memberships have labels of their own.
    return [label, ownLabel, message, ...hints, ...(options === membershipValues ? [] : (options ?? []))];
  });
  expect(texts.length).toBeGreaterThan(200);
  texts.push(...Object.values(personSections), ...[...collectedOfPersons, shownToMembers].flatMap(idsOf));
  const missing = texts.filter((text) => text && !isKnown(text));
  expect(missing.map((text) => `${placeOf(text!)}: ${text}`)).toEqual([]);
});

test('the catalogue is in the order that `npm run languages` writes, without texts that are not used', () => {
  const file = readFileSync(catalogueFile('hi'), 'utf8');
  expect(updated(file) === file).toBe(true);
  expect(findInSources()('No such sentence stands anywhere.')).toBe(false);
});

test('an unmarked text is found wherever it stands', () => {
  const unmarkedIn = (code: string) => unmarkedTexts(parseSource('a.tsx', code)).map(({ text }) => text);
  expect(unmarkedIn('<p>Hello <b>{name}</b></p>')).toEqual(['Hello']);
  expect(unmarkedIn('<Field label="Name" className="Name" hint={bad ? "Up to ten" : t("Up to")} />')).toEqual([
    'Name',
    'Up to ten',
  ]);
  expect(
    unmarkedIn("const labels = { due: 'Due', kind: 'due', word: msg('Paid') }; throw new TypeError('Too large');"),
  ).toEqual(['Due']);
  expect(unmarkedIn("<T>Hello {days === 1 ? 'one day' : t('days')}</T>")).toEqual(['one day']);
});

test('a marked text has a name for each of its values', () => {
  const named = (code: string) => withNames(code, markedTexts(parseSource('a.tsx', code)));
  const kind = '`the $' + '{kind} terms`';
  expect(named(`<T>Read <a>{t(${kind})}</a> of {owner.name}.</T>`)).toBe(
    '<T id={"Read {a} of {name}."} parts={{ a: <a>{t("the {kind} terms", { kind: kind })}</a>, name: owner.name }} />',
  );
  expect(named("const title = msg('Terms'); t('Terms');")).toBe('const title = "Terms"; t(\'Terms\');');
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
  expect(
    rows(leaving, inAll).filter((path) => !exceptions.includes(path)),
    'Make a page’s address with href(paths.…); a file’s comes in the answer.',
  ).toEqual([]);
});

/** What is no answer: the mails' texts, which are translated as wholes, logs, and files that only the office reads. */
const noAnswers = [
  /^server\/(config\.ts|platform\/(mail|database|spreadsheets|metrics)\/|platform\/http\/request-log)/,
  /^server\/features\/second-factor\/totp/,
  /^server\/features\/(checkoff\/(booking|consent|read-schedule|reports|schedules)|receipts\/receipt-sheet)/,
  /^shared\/powers\.ts/,
];

/** What only administrators are answered by functions that others use as well. */
const toTheOffice = [
  /^Its (text|private key|notice|amount)/,
  /^It (was no longer|has no amount)/,
  /^This (line|letter$|important update)/,
  /^The (association requires|refund cannot|gateway|record was|notice of this)/,
  /^(Somebody else has to agree|This proposal is not there)/,
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
  const placeOf = (text: string, place: string) =>
    existsSync(place) ? `${place}:${lineOfText(readFileSync(place, 'utf8'), text)}` : place;
  expect([...new Map(missing)].map(([text, place]) => `${placeOf(text, place)}: ${text}`)).toEqual([]);
});
