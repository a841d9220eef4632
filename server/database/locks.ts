import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database, Transaction } from './client.ts';
import { withClient } from './with-client.ts';

// All advisory locks of the program stand here, and no other file takes one: PostgreSQL knows them by number only, and two
// of the same number wait for each other. A number stays what it is, for the sake of servers of another version beside this one.

/** One each for the whole database. */
export const locks = {
  /** Tables are brought up to date by one process at a time. */
  migration: 4_712_001,
  /** Clean-ups run in one process at a time. */
  cleanUp: 4_712_002,
  /** Missing settings are put in once, however many processes start together. */
  defaults: 4_712_003,
  /** Two can neither both be the first administrator nor disable each other. */
  administrators: 4_712_010,
  /** What has changed is added to the counts of members by one process at a time. */
  memberCounts: 4_712_011,
  /** Bank statements are written down one after the other. */
  statements: 4_712_012,
  /** Held while a backup is taken: no file is deleted meanwhile that its rows may name. */
  backup: 4_712_013,
  /** The mailbox to which mails come back is read by one process at a time. */
  bounces: 4_712_021,
  /** Terms of office bearers are entered and changed one after the other, so that no two overlap unseen. */
  officeBearers: 4_712_020,
  /** Mails of letters are put into the outbox by one process at a time. */
  letters: 4_712_022,
} as const;

/** One for each number, or for each text by its hash: two texts of the same hash only wait for each other. */
export const lockClasses = {
  /** Held by a process while its connection lives, so that others see that it is alive. */
  writer: 4_711,
  /** Messages of one sender come in one after the other. */
  contactSender: 4_713,
  /** Registrations of one e-mail are taken one after the other. */
  registrationEmail: 4_714,
  /** Held together by those who date something in a financial year, alone by a call that closes it. */
  financialYear: 4_715,
} as const;

/** Waits for the lock, and keeps it until the transaction ends. */
export async function lockUntilCommit(tx: Transaction, name: keyof typeof locks): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks[name]}::bigint)`);
}

/** Takes the lock until the transaction ends, unless another has it. @returns whether it was free */
export async function lockIfFreeUntilCommit(tx: Transaction, name: keyof typeof locks): Promise<boolean> {
  const { rows } = await tx.execute(sql`select where pg_try_advisory_xact_lock(${locks[name]}::bigint)`);
  return rows.length > 0;
}

/** Waits for the lock of this text, and keeps it until the transaction ends. */
export async function lockTextUntilCommit(
  tx: Transaction,
  name: keyof typeof lockClasses,
  text: string,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses[name]}::int, hashtext(${text}))`);
}

/** The same, beside others who share it. */
export async function shareTextUntilCommit(
  tx: Transaction,
  name: keyof typeof lockClasses,
  text: string,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockClasses[name]}::int, hashtext(${text}))`);
}

/** Waits for the lock, as long as the connection's `lock_timeout` allows; it ends with this connection. */
export async function holdLock(client: pg.ClientBase, name: keyof typeof locks): Promise<void> {
  await client.query('select pg_advisory_lock($1::bigint)', [locks[name]]);
}

/** As {@link lockUntilCommit}, for a connection without the query builder. */
export async function holdLockUntilCommit(client: pg.ClientBase, name: keyof typeof locks): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1::bigint)', [locks[name]]);
}

/** Waits for the lock, and does the work under it; the lock belongs to this one connection. */
export async function withLock(
  client: pg.ClientBase,
  name: keyof typeof locks,
  work: () => Promise<void>,
): Promise<void> {
  await holdLock(client, name);
  try {
    await work();
  } finally {
    await client.query('select pg_advisory_unlock($1::bigint)', [locks[name]]);
  }
}

/** Does the work under the lock, or nothing while another process has it. */
export async function withLockIfFree(
  database: Database,
  name: keyof typeof locks,
  work: () => Promise<void>,
): Promise<void> {
  // The lock ends with its connection.
  await withClient(database.direct, async (client) => {
    const found = await client.query('select where pg_try_advisory_lock($1::bigint)', [locks[name]]);
    if (found.rowCount === 1) await work();
  });
}

/** Takes the lock beside all who share it, until the transaction ends; false while somebody has it alone. */
export async function shareUntilCommitIfFree(tx: Transaction, name: keyof typeof locks): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${locks[name]}::bigint) as taken`,
  );
  return rows[0]?.taken ?? false;
}

/** Whether a server works on this database, or another program that holds the lock of a live process. */
export async function isInUse(client: pg.ClientBase): Promise<boolean> {
  const found = await client.query(
    `select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted and classid = $1::int::oid
       and database = (select oid from pg_database where datname = current_database())`,
    [lockClasses.writer],
  );
  return (found.rowCount ?? 0) > 0;
}

/** Takes the lock that shows a process to be alive, which lasts as long as this connection. */
export async function holdWriterLock(client: pg.ClientBase, writer: number): Promise<void> {
  await client.query('select pg_advisory_lock($1::int, $2::int)', [lockClasses.writer, writer]);
}

/** A condition: the process of this number lives. */
export function writerLives(writer: SQLWrapper): SQL {
  return sql`exists (select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${lockClasses.writer}::int::oid and objid = ${writer}::bigint::oid)`;
}
