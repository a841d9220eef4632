// Runs the tests that a change touches, in seconds: npm run test:changed [-- COMMIT]
// Of each file that differs from COMMIT (main unless told) these are the tests beside it, those of the same feature on the server, and those
// that import it; of a part of the web app the component tests that are nearest to it by their imports. A server's modules are imported by
// every test that boots it, so vitest's own answer would be nearly all.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';

const lines = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

const [base = 'main'] = process.argv.slice(2);
const [since = base] = lines('merge-base', base, 'HEAD');
const changed = [...lines('diff', '--name-only', since), ...lines('ls-files', '--others', '--exclude-standard')];
const tests = globSync('{shared,server,web,scripts,tests}/**/*.test.{ts,tsx}');

/** The feature that a file belongs to by its address: 'news' of `web/features/news/…` and of `shared/contracts/news.ts`. */
const featureOf = (file: string) =>
  /^(?:server|web)\/features\/([^/]+)\/|^shared\/contracts\/([\w-]+)\.ts$/.exec(file)?.slice(1).find(Boolean);

const imports = new Map(tests.map((test) => [test, readFileSync(test, 'utf8')]));

/** What each file of the web app imports of it. */
const webImports = new Map(
  globSync('web/**/*.{ts,tsx}').map((file) => [
    file,
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'([#.][^']+)'/g)].flatMap(([, name]) =>
      name?.startsWith('#web/') ? [name.slice(1)] : name?.startsWith('.') ? [join(dirname(file), name)] : [],
    ),
  ]),
);

/** As many component tests as run in seconds. */
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
