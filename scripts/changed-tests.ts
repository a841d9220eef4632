// Runs the tests that a change touches, in seconds: npm run test:changed [-- COMMIT]
// Of each file that differs from COMMIT (main unless told) these are the tests beside it, those of the same feature on the server, and those
// that import it. A server's modules are imported by every test that boots it, so vitest's own answer would be nearly all.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path/posix';

const lines = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

const [base = 'main'] = process.argv.slice(2);
const [since = base] = lines('merge-base', base, 'HEAD');
const changed = [...lines('diff', '--name-only', since), ...lines('ls-files', '--others', '--exclude-standard')];
const tests = globSync('{shared,server,web,scripts,tests}/**/*.test.{ts,tsx}');

/** The feature that a file belongs to by its address: 'news' of `web/features/news/…` and of `shared/contracts/news.ts`. */
const featureOf = (file: string) =>
  /^(?:server|web)\/features\/([^/]+)\/|^shared\/contracts\/([\w-]+)\.ts$/.exec(file)?.slice(1).find(Boolean);

const imports = new Map(tests.map((test) => [test, readFileSync(test, 'utf8')]));

function touchedBy(file: string): string[] {
  const feature = featureOf(file);
  return tests.filter(
    (test) =>
      test === file ||
      (feature !== undefined && featureOf(test) === feature) ||
      (feature === undefined && dirname(test) === dirname(file) && /^(server|shared)\//.test(file)) ||
      (/\.tsx?$/.test(file) && imports.get(test)?.includes(`/${basename(file)}'`)),
  );
}

const found = [...new Set([...changed.flatMap(touchedBy), 'scripts/feature-map.test.ts'])].sort();
console.log(`${changed.length} changed, of whose tests these run:\n  ${found.join('\n  ')}`);
process.exitCode = spawnSync('vitest', ['run', ...found], { stdio: 'inherit' }).status ?? 1;
