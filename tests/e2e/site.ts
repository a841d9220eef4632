import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { ne, sql } from 'drizzle-orm';
import { type Database, notify, openDatabase } from '#server/database/client.ts';
import { runningDatabase } from '#server/database/embedded.ts';
import { administrators } from '#server/database/tables/auth.ts';
import { hydratedEvent } from '#shared/rendered-page.ts';
import { freePort } from '#tests/free-port.ts';
import { asStarted, nodeArguments } from '#tests/server-process.ts';

/** What the start or the first administrator brings, and what no test leaves otherwise than it found it. */
const kept = new Set(['administrators', 'settings', 'tiers', 'secrets', 'location_cache', 'important_updates']);

/** A running server as a visitor meets it, with a way behind it for preparing data and reading mails. */
export interface Site {
  url: string;
  dataDir: string;
  admin: { email: string; password: string };
  database: Database;
  /** Removes members, content, mails and all administrators but the first, so that a test can count on what it makes. */
  reset(): Promise<void>;
}

/** Starts the built site as its operator would, on a port and a folder of its own. */
export async function startSite(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-e2e-'));
  const port = await freePort();
  const admin = { email: 'office@example.org', password: 'Banyan-tree-court-41' };
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...nodeArguments, 'server/main.ts'], {
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
  const deadline = Date.now() + 60_000;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start:\n${output}`);
    await sleep(100);
  }
  const running = runningDatabase(dataDir);
  if (!running) throw new Error('The database is not running.');
  const database = openDatabase(running.ownerConnection, { poolSize: 3 });
  // No test pulls the plug, and its disk need not be waited for.
  await database.execute(sql`alter system set fsync = off`);
  const { rows: tables } = await database.execute<{ name: string }>(sql`
    select quote_ident(table_name) as name, pg_reload_conf() from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const emptied = tables.map(({ name }) => name).filter((name) => !kept.has(name));
  const findFilled = emptied
    .map((name) => `select '${name}' as name where exists (select from ${name})`)
    .join(' union all ');
  const site: Site = {
    url,
    dataDir,
    admin,
    database,
    async reset() {
      // A statement that waits for a job, which waits for it, would be a deadlock: rather asked for again than waited for.
      await expect(async () => {
        await database.transaction(async (transaction) => {
          await transaction.execute(sql`set local lock_timeout = '500ms'`);
          await transaction.execute(sql.raw(`lock table ${emptied.join(', ')}`));
          const { rows } = await transaction.execute<{ name: string }>(sql.raw(findFilled));
          // References are not asked, triggers do not run: everything goes. Truncating takes ten times as long.
          await transaction.execute(sql`set local session_replication_role = replica`);
          await transaction.execute(sql.raw(rows.map(({ name }) => `delete from ${name}`).join(';') || 'select'));
        });
      }).toPass({ intervals: [50], timeout: 15_000 });
      // Tests of content make one for each call, and a list of them goes on on a second page.
      await database.delete(administrators).where(ne(administrators.email, admin.email));
      // Their one row is the settings before anybody has changed them.
      await database.execute(sql`insert into subscription default values`);
      await database.execute(sql`insert into letter_settings default values`);
      await notify(database, 'content');
      await notify(database, 'members');
      // A mail may be written meanwhile.
      await rm(join(dataDir, 'outbox'), { recursive: true, force: true, maxRetries: 5 });
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

/** What the pages of a test complain of: failed scripts, and what their policy forbids. */
export interface Complaints {
  /** These are what the test is about; every other one fails it. */
  expected(...patterns: RegExp[]): void;
}

/** What the content security policy forbids. Refused calls, which the browser logs too, are what many tests are about. */
function isForbidden(message: ConsoleMessage): boolean {
  // The recorder of traces fetches the previews of chosen files; the site itself fetches no blob.
  if (/^Connecting to 'blob:|^Forbidden by the policy: connect-src blob\s*$/.test(message.text())) return false;
  return /Content Security Policy|^Forbidden by the policy/.test(message.text());
}

/** Not every forbidden thing is an error in the console: a program may try it and take the refusal. */
export const tellWhatIsForbidden = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error('Forbidden by the policy:', violatedDirective, blockedURI, sourceFile))`;

/** Says on the document that the page is hydrated. */
export const tellThatItIsHydrated = `addEventListener('${hydratedEvent}', () => (document.documentElement.dataset.hydrated = 'yes'))`;

/** Touches a page that nobody has used yet, as a hand on its way to a link does, and waits until it is hydrated. */
export async function wake(page: Page) {
  await page.mouse.move(2, 2);
  await page.mouse.move(3, 3);
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
}

/** `test` with the worker's own running site; page addresses are relative to it. A page that complains fails its test. */
export const test = base.extend<{ baseURL: string; complaints: Complaints }, { site: Site }>({
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
  complaints: [
    async ({ browser }, use) => {
      const found: string[] = [];
      const expected: RegExp[] = [];
      const watch = (context: BrowserContext) => {
        void context.addInitScript(tellWhatIsForbidden);
        void context.addInitScript(tellThatItIsHydrated);
        context.on('weberror', (failure) => found.push(String(failure.error())));
        context.on('console', (message) => {
          if (isForbidden(message)) found.push(message.text());
        });
      };
      browser.on('context', watch);
      await use({ expected: (...patterns) => expected.push(...patterns) });
      browser.off('context', watch);
      const unexpected = found.filter((text) => !expected.some((pattern) => pattern.test(text)));
      expect(unexpected, 'what the pages complained of').toEqual([]);
    },
    { auto: true },
  ],
});
