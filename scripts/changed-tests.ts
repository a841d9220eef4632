// Runs the tests that a change touches, in seconds: npm run test:changed [-- COMMIT]
// For each file that differs from COMMIT (main by default) these are the tests beside it, those of the same feature on the server, and those
// that import it; for a part of the web app, the component tests that are nearest by their imports. Vitest's own `--changed` would run nearly
// all tests, because every test that starts a server imports its modules.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';

const lines = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

const [base = 'main'] = process.argv.slice(2);
const [since = base] = lines('merge-base', base, 'HEAD');
const changed = [...lines('diff', '--name-only', since), ...lines('ls-files', '--others', '--exclude-standard')];
const tests = globSync('{shared,server,web,scripts,tests}/**/*.test.{ts,tsx}');

/** The feature of a file by its path: 'news' for `web/features/news/…` and `shared/contracts/news.ts`. */
const featureOf = (file: string) =>
  /^(?:server|web)\/features\/([^/]+)\/|^shared\/contracts\/([\w-]+)\.ts$/.exec(file)?.slice(1).find(Boolean);

const imports = new Map(tests.map((test) => [test, readFileSync(test, 'utf8')]));

/** The web app's modules that each of its files imports. */
const webImports = new Map(
  globSync('web/**/*.{ts,tsx}').map((file) => [
    file,
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'([#.][^']+)'/g)].flatMap(([, name]) =>
      name?.startsWith('#web/') ? [name.slice(1)] : name?.startsWith('.') ? [join(dirname(file), name)] : [],
    ),
  ]),
);

/** The number of component tests that run within seconds. */
const nearest = 3;

/** The component tests that reach a file of the web app over the fewest imports. */
function componentTestsOf(file: string): string[] {
  const reached = new Set([file]);
  const found: string[] = [];
  for (let last = [file]; last.length > 0 && found.length < nearest; ) {
    last = [...webImports].flatMap(([importer, imported]) =>
      !reached.has(importer) && imported.some((each) => last.includes(each)) ? [importer] : [],
    );
    for (const importer of last) {
      reached.add(importer);
      if (importer.endsWith('.test.tsx')) found.push(importer);
    }
  }
  return found.slice(0, nearest);
}

function touchedBy(file: string): string[] {
  const feature = featureOf(file);
  const byAddress = tests.filter(
    (test) =>
      test === file ||
      (feature !== undefined && featureOf(test) === feature) ||
      (feature === undefined && dirname(test) === dirname(file) && /^(server|shared)\//.test(file)) ||
      (/\.tsx?$/.test(file) && imports.get(test)?.includes(`/${basename(file)}'`)),
  );
  const isShown = file.startsWith('web/') && !byAddress.some((test) => test.endsWith('.tsx'));
  return isShown ? [...byAddress, ...componentTestsOf(file)] : byAddress;
}

const found = [...new Set([...changed.flatMap(touchedBy), 'scripts/feature-map.test.ts'])].sort();
console.log(`${changed.length} changed, of whose tests these run:\n  ${found.join('\n  ')}`);
process.exitCode = spawnSync('vitest', ['run', ...found], { stdio: 'inherit' }).status ?? 1;
