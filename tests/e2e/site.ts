import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test';
import { ne, sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { type Database, notify } from '#server/platform/database/client.ts';
import { runningDatabase } from '#server/platform/database/embedded.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { freePort } from '#tests/free-port.ts';
import { asStarted, nodeArguments } from '#tests/server-process.ts';
import { scaled } from '#tests/speed.ts';

/** Tables that the start fills, and that every test restores. */
const names = new Set(['administrators', 'settings', 'tiers', 'secrets', 'location_cache', 'important_updates']);

/** A running server, with access to its database and mails. */
export interface Site {
  url: string;
  dataDir: string;
  admin: { email: string; password: string };
  database: Database;
  /** Removes members, content, mails and all administrators but the first, so that a test starts with known data. */
  reset(): Promise<void>;
}

/** Starts the built site on its own port and folder, as an operator would. @param cwd the folder of another source */
export async function startSite(env: Record<string, string> = {}, host = '127.0.0.1', cwd = process.cwd()) {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-e2e-'));
  const port = await freePort();
  const admin = { email: 'office@example.org', password: 'Banyan-tree-court-41' };
  const url = `http://${host}:${port}`;
  const child = spawn(process.execPath, [...nodeArguments, 'server/main.ts'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...asStarted(),
      HOME: process.env.HOME,
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
  const end = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  const deadline = Date.now() + 60_000;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end();
      throw new Error(`The server did not start:\n${output}`);
    }
    await sleep(100);
  }
  const running = runningDatabase(dataDir);
  if (!running) {
    await end();
    throw new Error('The database is not running.');
  }
  const database = openDatabase(running.ownerConnection, { poolSize: 3 });
  // Durability does not matter in tests.
  await database.execute(sql`alter system set fsync = off`);
  const { rows: tables } = await database.execute<{ name: string }>(sql`
    select quote_ident(table_name) as name, pg_reload_conf() from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const emptied = tables.map(({ name }) => name).filter((name) => !names.has(name));
  const findFilled = emptied
    .map((name) => `select '${name}' as name where exists (select from ${name})`)
    .join(' union all ');
  const site: Site = {
    url,
    dataDir,
    admin,
    database,
    async reset() {
      // Retries rather than waits for locks, to avoid a deadlock with a job.
      await expect(async () => {
        await database.transaction(async (transaction) => {
          await transaction.execute(sql`set local lock_timeout = '500ms'`);
          await transaction.execute(sql.raw(`lock table ${emptied.join(', ')}`));
          const { rows } = await transaction.execute<{ name: string }>(sql.raw(findFilled));
          // Deletes everything, without foreign keys and triggers. Truncating would take ten times as long.
          await transaction.execute(sql`set local session_replication_role = replica`);
          await transaction.execute(sql.raw(rows.map(({ name }) => `delete from ${name}`).join(';') || 'select'));
        });
      }).toPass({ intervals: [50] });
      // Tests of content create one for each call, which would make a second page of the list.
      await database.delete(administrators).where(ne(administrators.email, admin.email));
      // Restores the single rows with default settings.
      await database.execute(sql`insert into subscription default values`);
      await database.execute(sql`insert into letter_settings default values`);
      await database.execute(sql`insert into share_settings default values`);
      await database.execute(sql`insert into checkoff_settings default values`);
      await database.execute(sql`insert into tally_settings default values`);
      await notify(database, 'content');
      await notify(database, 'members');
      // Retries, as a mail may be written meanwhile.
      await rm(join(dataDir, 'outbox'), { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return {
    site,
    output: () => output,
    async stop() {
      await database.close();
      await end();
    },
  };
}

/** The errors of a test's pages: failed scripts, and policy violations. */
export interface Complaints {
  /** Expects these errors; any other one fails the test. */
  expected(...patterns: RegExp[]): void;
}

/** Whether a message is a policy violation. Refused calls, which the browser also logs, are expected in many tests. */
function isForbidden(message: ConsoleMessage): boolean {
  // Playwright's trace recorder fetches the previews of chosen files; the site itself fetches no blob.
  if (/^Connecting to 'blob:|^Forbidden by the policy: connect-src blob\s*$/.test(message.text())) return false;
  return /Content Security Policy|^Forbidden by the policy/.test(message.text());
}

/** Logs policy violations that cause no console error, as when a script catches the refusal. */
export const tellWhatIsForbidden = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error('Forbidden by the policy:', violatedDirective, blockedURI, sourceFile))`;

/** `test` with the worker's own running site; page addresses are relative to it. An error of a page fails its test. */
export const test = base.extend<{ baseURL: string; complaints: Complaints }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const running = await startSite();
      await use(running.site);
      await running.stop();
    },
    { scope: 'worker', timeout: scaled(90_000) },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  complaints: [
    async ({ browser }, use) => {
      const rows: string[] = [];
      const expected: RegExp[] = [];
      const watch = (context: BrowserContext) => {
        void context.addInitScript(tellWhatIsForbidden);
        context.on('weberror', (failure) => rows.push(String(failure.error())));
        context.on('console', (message) => {
          if (isForbidden(message)) rows.push(message.text());
        });
      };
      browser.on('context', watch);
      await use({ expected: (...patterns) => expected.push(...patterns) });
      browser.off('context', watch);
      const unexpected = rows.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'what the pages complained of').toEqual([]);
    },
    { auto: true },
  ],
});
