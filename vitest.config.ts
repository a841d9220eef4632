import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,server,web,scripts,tests}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/global-setup.ts'],
    // Each file boots its own server on its own database. Many wait for other processes half of their time, so that three keep two cores busy.
    maxWorkers: 3,
    execArgv: ['--import', './server/import-hooks.ts'],
    // As in `playwright.config.ts`: what passes only the second time is named at the end, and is to be mended.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
