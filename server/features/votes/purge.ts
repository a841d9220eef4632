import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Core } from '#server/core.ts';
import { runningDatabase } from '#server/platform/database/embedded.ts';
import { holdLockIfFree, lockUntilCommit } from '#server/platform/database/locks.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { findAnonymousMails, forgetPaperMails } from '#server/platform/mail/mail.queries.ts';
import { removeWritten } from '#server/platform/mail/transport.ts';
import { createVoteKeys } from './keys.ts';
import * as queries from './votes.queries.ts';

// What tells of single papers and ballots goes when a vote has ended: the rows in the transaction that ends it, and here what lies outside
// of transactions. All of it may be repeated, and is, until the vote is marked.

/** In which ballots, papers, keys and mails leave old versions of rows. */
const tables = 'ballots, ballot_arrivals, vote_roll, vote_keys, mail';
const tries = 20;
const tryMs = 250;

export function createPurge({ database, config, log }: Pick<Core, 'database' | 'config' | 'log'>) {
  const { files } = createVoteKeys(config);
  let isFirst = true;

  /** Files with keys of votes that are neither frozen nor open. */
  async function sweepKeys(): Promise<void> {
    for (const id of await files.list()) {
      await database.transaction(async (tx) => {
        // Waits for votes that are being added with their keys, and for a freeze that is under way.
        await lockUntilCommit(tx, 'votes');
        const row = await queries.lockVote(tx, id);
        if (row?.state !== 'roll' && row?.state !== 'open') await files.destroy(id);
      });
    }
  }

  /** Mails about papers that were written as files. */
  async function sweepOutbox(): Promise<void> {
    await removeWritten(config, async () => new Set(await findAnonymousMails(database)));
  }

  /** @returns false when something is still in the way */
  async function purge(ids: readonly string[]): Promise<boolean> {
    await database.transaction(async (tx) => {
      for (const id of ids) await forgetPaperMails(tx, id);
    });
    await sweepOutbox();
    const embedded = config.databaseUrl === undefined ? runningDatabase(config.dataDir) : undefined;
    return embedded === undefined || withClient(embedded.ownerConnection, emptyLog);
  }

  return {
    sweepKeys,

    /** @returns whether it is to be done again soon */
    async run(): Promise<boolean> {
      await sweepKeys();
      const ids = await queries.findUnpurged(database);
      if (isFirst) await sweepOutbox();
      isFirst = false;
      if (ids.length === 0) return false;
      const isDone = await purge(ids).catch((error: { code?: string }) => {
        log.warn({ code: error.code ?? 'unknown' }, 'what is left of papers and ballots could not be removed yet');
        return false;
      });
      if (isDone) await queries.notePurged(database, ids);
      return !isDone;
    },
  };
}

/** Rewrites the embedded database's tables without old rows, and leaves no segment of its log from before. */
async function emptyLog(client: pg.Client): Promise<boolean> {
  if (!(await holdLockIfFree(client, 'votePurge'))) return false;
  await client.query(`set statement_timeout = 0; set lock_timeout = '10s'`);
  const { rows } = await client.query<{ now: string }>('select pg_current_xact_id()::text as now');
  // Rows that another transaction may still see would be taken along.
  const older = `select from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()
    and age(backend_xmin) > age($1::xid8::xid)`;
  for (let left = tries; (await client.query(older, [rows[0]!.now])).rowCount; left -= 1) {
    if (left === 0) return false;
    await sleep(tryMs);
  }
  await client.query(`vacuum (full) ${tables}`);
  // Later it would write whole pages to the log.
  await client.query(`vacuum (freeze) ${tables}`);
  for (const statement of ['checkpoint', 'select pg_switch_wal()', 'checkpoint']) await client.query(statement);
  const left = await client.query(
    `select from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and name < pg_walfile_name(pg_current_wal_lsn())`,
  );
  return left.rowCount === 0;
}
