import { basename } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser, findOrdinaryBrowser } from './scripts/browser.ts';
import { keepFilesInMemory } from './tests/in-memory.ts';
import { scaled } from './tests/speed.ts';

keepFilesInMemory();

const executablePath = findBrowser();
/** With `npm test -- --all`, where the tests run in a browser without windows, the journeys run in one with windows too. */
const ordinary = process.env.TEST_FEATURES === '' ? findOrdinaryBrowser() : undefined;

const launchOptions = {
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--in-process-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testDir: 'tests/e2e',
  // Other browsers, sweeps over pages, the journey once more in Hindi, and attacks run only with `npm test -- --all`.
  testIgnore:
    process.env.TEST_FEATURES === '1'
      ? /\/(other-browsers|accessible|phone|hindi-path|hostile-files|one-more-language)\.spec\.ts$/
      : [],
  outputDir: '.cache/browser-tests',
  // Each worker has its own server and database; three keep two cores busy while one waits for its page.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only on a retry is broken. Retries are for hosted CI, which is busier; `npm test` lists such tests at its end.
  retries: process.env.CI ? 1 : 0,
  timeout: scaled(120_000),
  expect: { timeout: scaled(30_000), toPass: { timeout: scaled(30_000) } },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // A worker's later pages find the site's scripts cached and compiled; everything else is reset.
    reuseContext: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    // Recording traces costs a third of the time; `--trace=retain-on-failure` turns it on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    { name: basename(executablePath ?? 'chromium') },
    ...(ordinary && ordinary !== executablePath
      ? [
          {
            name: basename(ordinary),
            testMatch: /\/(main-path|admin-review|votes)\.spec\.ts$/,
            use: { launchOptions: { ...launchOptions, executablePath: ordinary } },
          },
        ]
      : []),
  ],
});
