// Runs the tests that a change touches, in seconds: npm run test:changed [-- COMMIT]
// For each file that differs from COMMIT (main by default) these are the test with the same name, those of the same feature or folder on the
// server, those that import it, and the component tests that reach it through the web app: the nearest first, as many as run in seconds. The
// others are listed. Vitest's own `--changed` would run nearly all tests, because every test that starts a server imports its modules.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { parseArgs } from 'node:util';
import { startsProcesses } from '../tests/starts-processes.ts';

const lines = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  console.log(
    'npm run test:changed [-- COMMIT]\n\nRuns, in under 20 seconds, the tests that a change since COMMIT (main by default) touches.',
  );
  process.exit();
}
const [base = 'main'] = positionals;
const [since = base] = lines('merge-base', base, 'HEAD');
const changed = [...lines('diff', '--name-only', since), ...lines('ls-files', '--others', '--exclude-standard')];
const files = globSync('{shared,server,web,scripts,tests,proofs}/**/*.{ts,tsx}');
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

const importers = new Map<string, string[]>();
for (const file of files) {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'([#.][^']+)'/g)) {
    const imported = name.startsWith('#') ? name.slice(1) : join(dirname(file), name);
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
}

/** The feature of a file by its path: 'news' for `server/features/news/…` and `shared/contracts/news.ts`. */
const featureOf = (file: string) =>
  /^server\/features\/([^/]+)\/|^shared\/contracts\/([\w-]+)\.ts$/.exec(file)?.slice(1).find(Boolean);

/** 'news' for `news.queries.ts` and `news.test.ts`. */
const stemOf = (file: string) => basename(file).split('.')[0];

/** The tests that a file affects, with their distance: 0 for the file itself and the test with its name, otherwise the number of imports. */
function touchedBy(file: string): [test: string, distance: number][] {
  const durations = new Map<string, number>();
  for (let last = [file], distance = 1; last.length > 0; distance++) {
    last = [...new Set(last.flatMap((each) => importers.get(each) ?? []))].filter((each) => !durations.has(each));
    for (const each of last) durations.set(each, distance);
    last = last.filter((each) => /^(shared|web)\//.test(each));
  }
  const feature = featureOf(file);
  for (const test of files.filter(isTest)) {
    const isBeside = dirname(test) === dirname(file) || (feature !== undefined && featureOf(test) === feature);
    if (test === file || (isBeside && stemOf(test) === stemOf(file))) durations.set(test, 0);
    else if (isBeside && /^(server|shared|scripts)\//.test(file)) durations.set(test, 1);
  }
  return [...durations].filter(([each]) => isTest(each));
}

const distances = new Map<string, number>();
for (const [test, distance] of changed.flatMap(touchedBy)) {
  distances.set(test, Math.min(distance, distances.get(test) ?? distance));
}

/** The durations of the last runs, from Vitest's cache. */
const known: Record<string, { duration: number } | undefined> = {};
for (const report of globSync('node_modules/.vite/vitest/*/results.json')) {
  const { projects }: { projects: Record<string, { files: typeof known }> } = JSON.parse(readFileSync(report, 'utf8'));
  for (const project of Object.values(projects)) Object.assign(known, project.files);
}
/** A test that has not run yet is assumed to take a second per 3 kB. */
const secondsOf = (test: string) => (known[test]?.duration ?? statSync(test).size / 3) / 1000;

const chosen = ['scripts/feature-map.test.ts', 'scripts/languages.test.ts'];
const left: string[] = [];
let seconds = 10;
for (const [test, distance] of [...distances].sort(([a, x], [b, y]) => x - y || secondsOf(a) - secondsOf(b))) {
  const isQuick = chosen.length === 2 || secondsOf(test) <= seconds;
  if (test.endsWith('.spec.ts') || (distance > 0 && startsProcesses(test)) || !isQuick) left.push(test);
  else if (!chosen.includes(test)) {
    chosen.push(test);
    seconds -= secondsOf(test);
  }
}
console.log(`${changed.length} changed, of whose tests these run:\n  ${chosen.join('\n  ')}`);
if (left.length > 0)
  console.log(`and these, the nearest first, are left to npm test:\n  ${left.slice(0, 10).join('\n  ')}`);
if (left.length > 10) console.log(`  and ${left.length - 10} more`);
process.exitCode = spawnSync('vitest', ['run', ...chosen], { stdio: 'inherit' }).status ?? 1;
