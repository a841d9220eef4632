import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  // Other engines, the sweep over every page and attacks are for `npm test -- --all`.
  testIgnore: process.env.TEST_FEATURES === '1' ? /\/(other-browsers|accessible|hostile-files)\.spec\.ts$/ : [],
  outputDir: '.cache/browser-tests',
  // Each worker has a server and a database of its own; three keep two cores at work while one waits for its page.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only the second time is broken: on a hosted CI, which is busier than any desk, `npm test` names it at its end.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // The second page that a worker opens finds the site's scripts fetched and compiled; everything else is as new.
    reuseContext: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    // Recording every test costs a third of its time; `--trace=retain-on-failure` records.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
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
    },
  },
});
