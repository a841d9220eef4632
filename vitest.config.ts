import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlaywrightBrowserProvider, type PlaywrightProviderOptions, playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/browser.ts';
import { keepFilesInMemory } from './tests/in-memory.ts';
import { scaled } from './tests/speed.ts';
import { startsProcesses } from './tests/starts-processes.ts';

keepFilesInMemory();

const all = globSync('{shared,server,web,scripts,tests,proofs}/**/*.test.{ts,tsx}').filter(
  (file) => !/^web\/.*\.tsx$/.test(file),
);

const files = process.env.TEST_FEATURES === '1' ? all.filter((file) => !startsProcesses(file)) : all;

/** A file that mocks a module or a global needs a worker of its own. */
const mocking = files.filter((file) => /\bvi\.(mock|stubGlobal)\(/.test(readFileSync(file, 'utf8')));

/** The libraries that the web app and its component tests import: one that is discovered later would reload the page during a test. */
const libraries = [
  ...new Set(
    globSync('web/**/*.{ts,tsx}').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:import (?!type )|\} )[^;'"]*from '([^.#'][^']*)';$/gm)].flatMap(
        ([, name]) => (name && !/^(vite|vitest|node:)/.test(name) && !name.endsWith('.css') ? [name] : []),
      ),
    ),
  ),
  'react/jsx-dev-runtime',
  'vitest-browser-react/pure',
];

const browserOptions: PlaywrightProviderOptions = {
  actionTimeout: scaled(10_000),
  launchOptions: { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] },
  contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
};

/** Node.js loads the server's modules, as in production: Vite would transform each, and look up each name at each use. */
const native = { experimental: { viteModuleRunner: false } };

/** One page at a time, as several would compete for the window's focus, but in parallel with the tests outside the browser. */
class OnePage extends PlaywrightBrowserProvider {
  override supportsParallelism = false;
}

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/setup.ts'],
    // Each file starts its own server and database. Many wait for other processes half of the time, so three workers keep two cores busy.
    maxWorkers: 3,
    // With the usual room for new objects a worker spends a tenth of its time collecting them.
    execArgv: ['--import', './server/import-hooks.ts', '--min-semi-space-size=32', '--max-semi-space-size=64'],
    // As in production: otherwise each thread that reads a file would compile its modules again.
    env: { NODE_COMPILE_CACHE: resolve('.cache/node') },
    // What a test provokes is printed too, unless it passes.
    silent: 'passed-only',
    // As in `playwright.config.ts`: a test that passes only the second time is listed at the end, and must be fixed.
    retry: process.env.CI ? 1 : 0,
    // Enough for every test; those that last hours name their own.
    testTimeout: scaled(300_000),
    hookTimeout: scaled(180_000),
    expect: { poll: { timeout: scaled(20_000) } },
    projects: [
      // Loads the server's modules once per worker instead of once per file, in a fifth of the time.
      {
        extends: true,
        test: {
          name: 'shared',
          include: files.filter((file) => !mocking.includes(file)),
          isolate: false,
          ...native,
          // Besides that of all.
          setupFiles: ['tests/cheap-hashes.ts'],
        },
      },
      { extends: true, test: { name: 'alone', include: mocking } },
      // A component in a real browser, with its styles, dialogs, files and focus, but without a server.
      {
        extends: './vite.config.ts',
        root: '.',
        optimizeDeps: { include: libraries },
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          css: true,
          // Each file in a frame of its own would load every module once more: a third of the time.
          isolate: false,
          setupFiles: ['web/testing/setup.ts'],
          maxWorkers: 3,
          testTimeout: scaled(60_000),
          // A lazily loaded part takes longer than a second while the other tests keep both cores busy.
          expect: { poll: { timeout: scaled(20_000) } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: {
              ...playwright(browserOptions),
              providerFactory: (project) => new OnePage(project, browserOptions),
            },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
