import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { type Database, notify, openDatabase } from '#server/database/client.ts';
import { runningDatabase } from '#server/database/embedded.ts';
import { freePort } from '#tests/free-port.ts';

/** A running server as a visitor meets it, with a way behind it for preparing data and reading mails. */
export interface Site {
  url: string;
  dataDir: string;
  admin: { email: string; password: string };
  database: Database;
  /** Removes members, content and mails, so that a test can count on what it makes. */
  reset(): Promise<void>;
}

/** Starts the built site as its operator would, on a port and a folder of its own. */
export async function startSite(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-e2e-'));
  const port = await freePort();
  const admin = { email: 'office@example.org', password: 'Banyan-tree-court-41' };
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const deadline = Date.now() + 60_000;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start:\n${output}`);
    await sleep(100);
  }
  const connection = runningDatabase(dataDir);
  if (!connection) throw new Error('The database is not running.');
  const database = openDatabase(connection, { poolSize: 3 });
  const site: Site = {
    url,
    dataDir,
    admin,
    database,
    async reset() {
      await database.execute(sql`truncate members, mail, log, throttles, sessions, one_time_codes, files, news, conferences,
        gallery_images, resource_links, contact_messages restart identity cascade`);
      await notify(database, 'content');
      await notify(database, 'members');
      await rm(join(dataDir, 'outbox'), { recursive: true, force: true });
    },
  };
  return {
    site,
    output: () => output,
    async stop() {
      await database.close();
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** `test` with the worker's own running site; page addresses are relative to it. */
export const test = base.extend<{ baseURL: string }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const running = await startSite();
      await use(running.site);
      await running.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});
