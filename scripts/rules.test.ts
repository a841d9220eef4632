import { globSync, readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { recordNames } from '#shared/person-fields.ts';
import { tiers } from './feature-map.ts';

/** The rules of CONTRIBUTING.md that no compiler and no linter knows, read off the source without its comments. */

const sources = globSync('{server,web,shared,scripts}/**/*.{ts,tsx}', {
  exclude: ['**/*.test.{ts,tsx}', 'scripts/rules.test.ts'],
}).map((path) => ({ path, text: readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '') }));
const within = (...roots: string[]) => sources.filter(({ path }) => roots.some((root) => path.startsWith(root)));

/** 'path: what was found' wherever the pattern is found, but for the files named. */
function found(pattern: RegExp, files: typeof sources, except: readonly string[] = []): string[] {
  return files
    .filter(({ path }) => !except.includes(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match.trim()}`));
}

test('addresses of pages stand in shared/paths.ts only', () => {
  const text = readFileSync('shared/paths.ts', 'utf8');
  const firsts = new Set([...text.matchAll(/['`]\/([A-Za-z-]+)/g)].map(([, first = '']) => first));
  expect(firsts.size).toBeGreaterThan(20);
  const pattern = new RegExp(`['"\`]/(?:${[...firsts].join('|')})(?=[/?#'"\`])[^'"\`]*`, 'g');
  const exceptions = [
    'shared/paths.ts',
    // What search engines are told in every spelling they may know.
    'server/features/feeds/page-addresses.ts',
  ];
  // Contracts name calls, which lie below /api.
  const files = within('server', 'web', 'shared').filter(({ path }) => !path.startsWith('shared/contracts/'));
  expect(found(pattern, files, exceptions)).toEqual([]);
});

/** The texts of a module: strings, and the text between tags. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value } = node as { type?: string; value?: unknown };
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string')
    return [value.replace(/\s+/g, ' ').trim()];
  return Object.values(node).flatMap(textsOf);
}

test('a sentence that users see stands in one file', () => {
  /** What may be written twice, and why. Labels of two and more words are names of things and not looked at. */
  const exceptions: string[] = [
    // Visitors would fetch the office’s words with it, or one more file for a line that two pages share.
    ...[
      'Please choose csv or xlsx',
      'Please choose a picture of the signature',
      'Please enter a number of days',
      'Please enter whole days',
      'Please enter whole rupees',
      'This file is empty. Please choose another one.',
      'Something went wrong on our side. Please try again in a moment.',
      'You were there.',
      'You take part in this conference.',
      'You were on the waiting list.',
      'This conference is cancelled.',
      'Thank you. Your message is with the office.',
      'This conference is over.',
      'You are using a temporary password.',
    ],
    // Of a call by the office, and of an applicant’s answer.
    'Nothing was changed.',
    // The office may word its mail differently.
    'The day of the meeting has come.',
    // No user sees it.
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
  expect(exceptions.filter((text) => !twice.some(([found]) => found === text))).toEqual([]);
});

test('`success` is set in one place only', () => {
  const exceptions = [
    'server/http/route.ts',
    // Refusals, in one place as well.
    'server/http/error-handler.ts',
    // The same while a page is rendered.
    'server/rendering/in-process-api.ts',
    // For probes and Prometheus, outside of the API.
    'server/features/health/health.routes.ts',
    'server/features/metrics/metrics.routes.ts',
  ];
  expect(found(/\bsuccess: (?:true|false)\b|\bsuccess = true\b/g, within('server'), exceptions)).toEqual([]);
});

test('a service is made once', () => {
  const made = found(/(?<!function )\bcreate\w+Service(?=\()/g, within('server'));
  const names = made.map((line) => line.replace(/^.*: /, ''));
  expect(names.length).toBeGreaterThan(30);
  expect(made.filter((line) => names.filter((name) => line.endsWith(`: ${name}`)).length > 1)).toEqual([]);
});

test('India’s offset from UTC and the months’ names are declared once', () => {
  const exceptions = [
    'shared/clock.ts',
    // An example in a message of the configuration.
    'server/config.ts',
  ];
  expect(found(/\+05:?30|\b5\.5 \* |\b19_?800\b/g, sources, [...exceptions, calendarZone])).toEqual([]);
  expect(found(/'Jan', 'Feb'|'January',\s+'February'/g, sources, ['web/lib/format.ts'])).toEqual([]);
  expect(found(/© \d{4}/g, sources)).toEqual([]);
});
/** iCalendar wants the zone described in its own words. */
const calendarZone = 'server/features/participations/calendar.ts';

test('a contract and the tests of a feature bear its name', () => {
  const features = Object.values(tiers).flat() as string[];
  /** Contracts of what is no feature by itself, and the feature whose calls they are. */
  const parts: Record<string, string> = {
    person: 'members',
    activity: 'administrators',
    sessions: 'administrators',
    'bulk-decisions': 'registrations',
  };
  const contracts = readdirSync('shared/contracts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.replace('.ts', ''));
  expect(contracts.filter((name) => !features.includes(parts[name] ?? name))).toEqual([]);
  expect(Object.keys(parts).filter((name) => !contracts.includes(name))).toEqual([]);
  // A folder of the server's or the web's features is on the map: `feature-map.test.ts`. A test of the built site or of processes
  // that is named like a feature, but for its number, would be another name of it.
  const single = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');
  const tests = globSync('{tests,tests/e2e}/*.{test,spec}.ts').map((path) =>
    path.replace(/^.*\//, '').replace(/\.(test|spec)\.ts$/, ''),
  );
  const isOther = (name: string) => features.some((feature) => single(feature) === single(name) && feature !== name);
  expect(tests.length).toBeGreaterThan(50);
  expect(tests.map((name) => name.replace(/^(admin|member|public)-/, '')).filter(isOther)).toEqual([]);
});

test('tables have names of their own, not the wire’s odd ones', () => {
  const odd = recordNames.filter((name) => /_|^[A-Z]/.test(name));
  expect(odd.length).toBeGreaterThan(10);
  expect(found(new RegExp(`^\\s+(?:_id|${odd.join('|')}):`, 'gm'), within('server/database/tables/'))).toEqual([]);
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
  /** What may say so all the same, and why. */
  const exceptions: Record<string, string> = {
    'scripts/rules.test.ts': 'names them',
    'scripts/sample/people.ts': 'the seed of a series: with another one all sample people would change',
    'web/features/policies/privacy-policy.ts': 'members agreed to this wording; it changes with its date',
    'web/features/policies/terms.ts': 'applicants agreed to this wording; it changes with its date',
    'web/features/resources/information-centre.ts': 'tells what the law says',
  };
  const files = globSync([
    '{server,web,shared,scripts,tests,bench}/**/*.{ts,tsx}',
    'docs/**/*.md',
    '{README,CONTRIBUTING,SECURITY,CHANGELOG}.md',
  ]).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  expect(files.length).toBeGreaterThan(1_000);
  const uses = found(refused, files);
  expect(uses.filter((line) => !(line.split(': ')[0]! in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter((path) => !uses.some((line) => line.startsWith(path)))).toEqual([]);
});
