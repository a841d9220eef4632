import { globSync, readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { personWireNames } from '#shared/person-fields.ts';
import { browserStorage } from '#web/features/policies/browser-storage.ts';

/** The rules of CONTRIBUTING.md that neither compiler nor linter checks, tested on the source without its comments. */

const sources = globSync('{server,web,shared,scripts}/**/*.{ts,tsx}', {
  exclude: ['**/*.test.{ts,tsx}', 'scripts/rules.test.ts'],
}).map((path) => ({ path, text: readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '') }));
const within = (...roots: string[]) => sources.filter(({ path }) => roots.some((root) => path.startsWith(root)));

/** All matches of a pattern as 'path: match', except in the given files. */
function rows(pattern: RegExp, files: typeof sources, except: readonly string[] = []): string[] {
  return files
    .filter(({ path }) => !except.includes(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match.trim()}`));
}

test('addresses of pages stand in shared/paths.ts only', () => {
  const text = readFileSync('shared/paths.ts', 'utf8');
  const firsts = new Set([...text.matchAll(/['`]\/([A-Za-z-]+)/g)].map(([, first = '']) => first));
  // The address of a file is a call's.
  firsts.delete('api');
  expect(firsts.size).toBeGreaterThan(20);
  const pattern = new RegExp(`['"\`]/(?:${[...firsts].join('|')})(?=[/?#'"\`])[^'"\`]*`, 'g');
  const exceptions = [
    'shared/paths.ts',
    // Lists the spellings for search engines, which distinguish case.
    'server/features/feeds/page-addresses.ts',
  ];
  // Contracts have addresses below /api.
  const files = within('server', 'web', 'shared').filter(({ path }) => !path.startsWith('shared/contracts/'));
  expect(rows(pattern, files, exceptions)).toEqual([]);
});

/** The texts of a module: string literals and JSX text. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value } = node as { type?: string; value?: unknown };
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string')
    return [value.replace(/\s+/g, ' ').trim()];
  return Object.values(node).flatMap(textsOf);
}

test('a sentence that users see stands in one file', () => {
  /** Texts that may be repeated, and why. Short labels are names and not checked. */
  const exceptions: string[] = [
    // Sharing it would make visitors load the office’s texts, or one more file.
    ...[
      'Please choose a picture of the signature',
      'Please enter a number of days',
      'Please enter whole days',
      'Please enter whole rupees',
      'This file is empty. Please choose another one.',
      'You were there.',
      'You take part in this conference.',
      'You were on the waiting list.',
      'This conference is cancelled.',
      'Thank you. Your message is with the office.',
      'This conference is over.',
      'You are using a temporary password.',
    ],
    // One for a call by the office, one for an applicant’s answer.
    'Nothing was changed.',
    // One is the default of a mail template, which the office may change.
    'The day of the meeting has come.',
    // Users do not see it.
    'Not a storage key.',
  ];
  const files = within('server', 'web', 'shared').filter(({ path }) => !path.startsWith('web/testing/'));
  const places = new Map<string, Set<string>>();
  for (const { path } of files) {
    for (const text of textsOf(parseSync(path, readFileSync(path, 'utf8')).program)) {
      if (!/^(?:[A-Z].* .* .*[.?!]|Please .*)$/.test(text)) continue;
      places.set(text, (places.get(text) ?? new Set()).add(path));
    }
  }
  expect(places.size).toBeGreaterThan(500);
  const twice = [...places].filter(([, paths]) => paths.size > 1);
  expect(
    twice.filter(([text]) => !exceptions.includes(text)).map(([text, paths]) => [text, ...paths].join('\n  ')),
  ).toEqual([]);
  expect(exceptions.filter((text) => !twice.some(([value]) => value === text))).toEqual([]);
});

test('`success` is set in one place only', () => {
  const exceptions = [
    'server/platform/http/route.ts',
    // The one place for errors.
    'server/platform/http/error-handler.ts',
    // The same during rendering.
    'server/rendering/in-process-api.ts',
    // For probes and Prometheus, outside the API.
    'server/features/monitoring/feature.ts',
  ];
  expect(rows(/\bsuccess: (?:true|false)\b|\bsuccess = true\b/g, within('server'), exceptions)).toEqual([]);
});

test('a service is made once, by serviceOf', () => {
  // `createPicturedItems` makes a part of two services.
  const calls = /(?<!function )\bcreate(?!PicturedItems)\w+\(core[,)]/g;
  expect(rows(calls, within('server/features'))).toEqual([]);
});

test('India’s offset from UTC and the months’ names are declared once', () => {
  const exceptions = [
    'shared/clock.ts',
    // An example in an error message.
    'server/config.ts',
  ];
  expect(rows(/\+05:?30|\b5\.5 \* |\b19_?800\b/g, sources, [...exceptions, calendarZone])).toEqual([]);
  expect(rows(/'Jan', 'Feb'|'January',\s+'February'/g, sources, ['web/lib/languages/format.ts'])).toEqual([]);
  expect(rows(/© \d{4}/g, sources)).toEqual([]);
});
/** iCalendar has its own format for time zones. */
const calendarZone = 'server/features/participations/own/calendar.ts';

test('a contract and the tests of a feature bear its name', () => {
  const features = ['server', 'web'].flatMap((root) => readdirSync(`${root}/features`));
  /** Contracts that are not named after a feature, and their feature. */
  const parts: Record<string, string> = {
    person: 'members',
    activity: 'administrators',
    sessions: 'administrators',
    'bulk-decisions': 'registrations',
    'own-letters': 'letters',
    tally: 'receipts',
    authorisations: 'checkoff',
    schedules: 'checkoff',
  };
  const contracts = readdirSync('shared/contracts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.replace('.ts', ''));
  expect(contracts.filter((name) => !features.includes(parts[name] ?? name))).toEqual([]);
  expect(Object.keys(parts).filter((name) => !contracts.includes(name))).toEqual([]);
  // `feature-map.test.ts` checks the folders of features. A test that is named after a feature must have its exact name, not the
  // singular or plural.
  const single = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');
  const tests = globSync('{tests,tests/e2e,proofs}/*.{test,spec}.ts').map((path) =>
    path.replace(/^.*\//, '').replace(/\.(test|spec)\.ts$/, ''),
  );
  const isOther = (name: string) => features.some((feature) => single(feature) === single(name) && feature !== name);
  expect(tests.length).toBeGreaterThan(50);
  expect(tests.map((name) => name.replace(/^(admin|member|public)-/, '')).filter(isOther)).toEqual([]);
});

test('tables have names of their own, not the wire’s odd ones', () => {
  const odd = Object.values(personWireNames).filter((name) => /_|^[A-Z]/.test(name));
  expect(odd.length).toBeGreaterThan(10);
  expect(
    rows(
      new RegExp(`^\\s+(?:_id|${odd.join('|')}):`, 'gm'),
      sources.filter(({ path }) => path.endsWith('tables.ts')),
    ),
  ).toEqual([]);
});

test('records are looked for by a member number in one file, which follows merges', () => {
  const queries = [
    /\b(?:eq|inArray|ilike)\((?:members|mergedRecords)\.memberNumber/g,
    /\$\{(?:members|mergedRecords)\.memberNumber\}\)?\s*(?:=|in\b)/g,
    /\b\w+\.member_number\s*(?:=|in\b)/g,
  ];
  const files = within('server').filter(({ path }) => !path.includes('/migrations/'));
  const found = queries.flatMap((pattern) => rows(pattern, files));
  const exceptions = [
    // The reader.
    'server/features/members/member-numbers.queries.ts',
    // Rows of a list with one number.
    'server/features/imports/imports.queries.ts: r.member_number =',
    'server/features/imports/imports.queries.ts: e.member_number =',
  ];
  expect(found.some((line) => line.startsWith(exceptions[0]!))).toBe(true);
  expect(found.filter((line) => !exceptions.some((exception) => line.startsWith(exception)))).toEqual([]);
});

test('no test writes the tables of money, but by the factories of dues', () => {
  const tables = '(?:payments|receipts|receiptYears|receipt_years|dues|allocations)';
  const writes = new RegExp(
    String.raw`\b(?:insert|update|delete)\(\s*${tables}\b|\b(?:insert into|update|delete from|truncate)\s+"?${tables}\b`,
    'gi',
  );
  const tests = globSync(['{server,scripts,tests,proofs/torture}/**/*.test.ts', 'tests/**/*.ts']);
  const files = [...new Set(tests)].map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const exceptions = [
    'tests/factories/dues.ts',
    // The tables of that migration's time.
    'server/features/payments/payments-migration.test.ts',
    'server/features/ledger/entries.test.ts',
    'server/features/ledger/ledger.test.ts',
  ];
  expect(rows(writes, files).filter((row) => row.startsWith(exceptions[0]!)).length).toBeGreaterThan(3);
  expect(rows(writes, files, [...exceptions, 'scripts/rules.test.ts'])).toEqual([]);
});

test('the privacy policy knows each file that stores something in a browser', () => {
  // What is inlined only reads the token.
  const isElsewhere = /\.test\.|^web\/testing\/|^web\/site\/(session|mount)\.ts$/;
  const stores = /\b(localStorage|sessionStorage|indexedDB|caches)\b|document\.cookie|<ScrollRestoration/;
  const storing = globSync('web/**/*.{ts,tsx}')
    .filter((path) => !isElsewhere.test(path) && stores.test(readFileSync(path, 'utf8')))
    .sort();
  expect(storing).toEqual(browserStorage.map(({ file }) => file).sort());
});

test('versions of dependencies are exact', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.length).toBeGreaterThan(30);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});

test('source and documents say it in plain words', () => {
  const refused = /\b(?:whoever|anew|he|him|his|himself|she|her|hers|herself|fates?|rivals?|becomes of)\b/gi;
  /** Files that may use these words, and why. */
  const exceptions: Record<string, string> = {
    'scripts/rules.test.ts': 'names them',
    'scripts/sample/people.ts': 'the seed of a series: with another one all sample people would change',
    'web/features/policies/privacy-policy.ts': 'members agreed to this wording; it changes with its date',
    'web/features/policies/terms.ts': 'applicants agreed to this wording; it changes with its date',
    'web/features/resources/information-centre.ts': 'tells what the law says',
  };
  const files = globSync([
    '{server,web,shared,scripts,tests,proofs}/**/*.{ts,tsx}',
    'docs/**/*.md',
    '{README,CONTRIBUTING,SECURITY,CHANGELOG}.md',
  ]).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  expect(files.length).toBeGreaterThan(1_000);
  const uses = rows(refused, files);
  expect(uses.filter((line) => !(line.split(': ')[0]! in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter((path) => !uses.some((line) => line.startsWith(path)))).toEqual([]);
});

test('a docstring names parameters that its function has', () => {
  const wrong = globSync('{server,web,shared,scripts,tests,proofs}/**/*.{ts,tsx,mjs}').flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return [...text.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g)].flatMap((comment) => {
      // What follows up to the end of the function, or an empty line.
      const [code = ''] = text.slice(comment.index + comment[0].length).split(/\n\}|\n\n/, 1);
      return [...comment[0].matchAll(/@param (?:[\w.]+\.)?(\w+)/g)].flatMap(([, name = '']) =>
        new RegExp(`\\b${name}\\b`).test(code) ? [] : `${path}: ${name}`,
      );
    });
  });
  expect(wrong).toEqual([]);
});
