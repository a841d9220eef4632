import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

/** The first one has no windows, which makes the tests a fifth faster. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const MAC_APPS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Whether the browser runs: a file of that name may be a stub or lack its libraries. */
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');

const firstOf = (names: string[]): string | undefined =>
  [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...MAC_APPS].find(runs);

/** A Chromium or Chrome as people have it, with windows. */
export const findOrdinaryBrowser = (): string | undefined => firstOf(NAMES.slice(1));

/**
 * Finds a Chromium on this machine: CHROMIUM_PATH, then PATH, then the one Playwright has downloaded.
 * @throws Error when CHROMIUM_PATH is set and does not run
 */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which does not run.`);
  }
  return firstOf(NAMES) ?? [chromium.executablePath()].find(runs);
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`> ${command} ${args.join(' ')}`);
  const options = { env: { ...process.env, ...env }, timeout: 900_000 };
  return spawnSync(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** Debian's package includes all libraries, so it is preferred where it can be installed. */
function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !isDebian()) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=2'];
  return (
    run('apt-get', [...wait, 'update'], env) &&
    ['chromium-headless-shell', 'chromium'].some((name) =>
      run('apt-get', [...wait, 'install', '-y', '--no-install-recommends', name], env),
    )
  );
}

function installFromPlaywright(): boolean {
  const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium', '--no-shell'];
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000' };
  // As root, the system libraries are installed as well; without them it may still run.
  const asRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  return (asRoot && run(process.execPath, [...args, '--with-deps'], env)) || run(process.execPath, args, env);
}

/** Makes sure that there is a browser for the tests. @throws Error with a one-sentence instruction */
function ensureBrowser(): string {
  const browser = findBrowser();
  if (browser) return browser;
  console.log('No Chromium found on this machine; installing one.');
  for (const install of [installFromDebian, installFromPlaywright]) {
    if (!install()) continue;
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium could be found or installed: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(`Browser: ${ensureBrowser()}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
