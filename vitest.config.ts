import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlaywrightBrowserProvider, type PlaywrightProviderOptions, playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/browser.ts';

const all = globSync('{shared,server,web,scripts,tests}/**/*.test.{ts,tsx}').filter(
  (file) => !/^web\/.*\.tsx$/.test(file),
);

/**
 * What starts whole servers and databases beside its own, or sends floods and the largest files, proves how they run, and belongs to
 * `npm test -- --all`; mails and files are proven with theirs.
 */
const startsProcesses = (file: string): boolean =>
  /^tests\/(attacks|torture)\//.test(file) ||
  (!/^server\/(mail|storage)\//.test(file) &&
    /from '[^']*\/(server-process|processes|replication)\.ts'|startEmbeddedDatabase\(|execFileSync/.test(
      readFileSync(file, 'utf8'),
    ));

const files = process.env.TEST_FEATURES === '1' ? all.filter((file) => !startsProcesses(file)) : all;

/** A file that replaces a module, or a global, needs these to itself. */
const replacing = files.filter((file) => /\bvi\.(mock|stubGlobal)\(/.test(readFileSync(file, 'utf8')));

/** What the web app and its component tests import of libraries: one that is met only later reloads the page below a test. */
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
  actionTimeout: 10_000,
  launchOptions: { executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] },
  contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
};

/** One page after the other, as several would fight for the focus of one window, but beside the tests outside the browser. */
class OnePage extends PlaywrightBrowserProvider {
  override supportsParallelism = false;
}

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/setup.ts'],
    // Each file boots its own server on its own database. Many wait for other processes half of their time, so that three keep two cores busy.
    maxWorkers: 3,
    execArgv: ['--import', './server/import-hooks.ts'],
    // As at a start: each thread that reads a file would compile its modules once more.
    env: { NODE_COMPILE_CACHE: resolve('.cache/node') },
    // As in `playwright.config.ts`: what passes only the second time is named at the end, and is to be mended.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      // The server's modules are loaded once in each worker instead of once for each file: a fifth of the time.
      {
        extends: true,
        test: { name: 'shared', include: files.filter((file) => !replacing.includes(file)), isolate: false },
      },
      { extends: true, test: { name: 'alone', include: replacing } },
      // A component by itself, in the browser's own engine: with its styles, dialogs, files and focus, but without a server.
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
          testTimeout: 30_000,
          // A part that is fetched when it is first opened takes longer than a second while the other tests keep both cores busy.
          expect: { poll: { timeout: 10_000 } },
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
