import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database, Queryable, Readable, Transaction } from './client.ts';
import { secrets } from './tables.ts';
import { withClient } from './with-client.ts';

// All advisory locks of the program are declared here, and no other file takes one: PostgreSQL knows them only by number, and two
// of the same number wait for each other. Numbers never change, because of servers of other versions.

/** One each for the whole database. */
export const locks = {
  /** One process at a time migrates the tables. */
  migration: 4_712_001,
  /** One process at a time runs clean-ups. */
  cleanUp: 4_712_002,
  /** Missing settings are inserted once, even if several processes start together. */
  defaults: 4_712_003,
  /** Prevents two first administrators, and two that disable each other. */
  administrators: 4_712_010,
  /** One process at a time adds changes to the counts of members. */
  memberCounts: 4_712_011,
  /** Bank statements are saved one after the other. */
  statements: 4_712_012,
  /** Held during a backup: no file is deleted that its rows may name. */
  backup: 4_712_013,
  /** One process at a time reads the mailbox of returned mails. */
  bounces: 4_712_021,
  /** Terms of office bearers are changed one after the other, so that no overlap goes unnoticed. */
  officeBearers: 4_712_020,
  /** One process at a time queues the mails of letters. */
  letters: 4_712_022,
  /** One process at a time reads the files of the library. */
  library: 4_712_023,
  /** The library's categories do not change while a document gets one. */
  libraryCategories: 4_712_024,
  /** One process at a time opens and closes votes. */
  votes: 4_712_026,
  /** One process at a time removes what ended votes have left on the disk. */
  votePurge: 4_712_027,
  /** Shared by all who take a member number, so that one is given back only while nobody takes the next. */
  memberNumbers: 4_712_028,
  /** Lists of members become members one step after the other, so that two lists make nobody twice. */
  importedMembers: 4_712_029,
  /** Shared by all who make people, so that none come while a rehearsal begins or is ended. */
  rehearsal: 4_712_030,
} as const;

/** One lock per number, or per text by its hash: two texts with the same hash only wait for each other. */
export const lockClasses = {
  /** Held by a process while its connection is alive, to show that to others. */
  writer: 4_711,
  /** Messages of one sender are saved one after the other. */
  contactSender: 4_713,
  /** Registrations with one e-mail are handled one after the other. */
  registrationEmail: 4_714,
  /** Shared by all who date something in a financial year, exclusive for a call that closes it. */
  financialYear: 4_715,
  /** Payments of shares to one State are noted one after the other. */
  stateShares: 4_716,
  /** Ballots of one paper are stored one after the other. */
  paper: 4_717,
  /** What one person asks is saved one after the other. */
  caseSender: 4_720,
  /** Paying offices of one name are added one after the other: without a code only that tells them apart. */
  payingOffice: 4_719,
} as const;

/** Waits for the lock, and keeps it until the transaction ends. */
export async function lockUntilCommit(tx: Transaction, name: keyof typeof locks): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks[name]}::bigint)`);
}

/** Waits for the lock in shared mode, and keeps it until the transaction ends. */
export async function shareUntilCommit(db: Queryable, name: keyof typeof locks): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${locks[name]}::bigint)`);
}

/** Takes the lock until the transaction ends, if it is free. @returns whether it was */
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

/** The same in shared mode. */
export async function shareTextUntilCommit(
  tx: Transaction,
  name: keyof typeof lockClasses,
  text: string,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockClasses[name]}::int, hashtext(${text}))`);
}

/** Waits for the lock, as long as the connection's `lock_timeout` allows; it is released with this connection. */
export async function holdLock(client: pg.ClientBase, name: keyof typeof locks): Promise<void> {
  await client.query('select pg_advisory_lock($1::bigint)', [locks[name]]);
}

/** Takes the lock until this connection ends, if it is free. @returns whether it was */
export async function holdLockIfFree(client: pg.ClientBase, name: keyof typeof locks): Promise<boolean> {
  return (await client.query('select where pg_try_advisory_lock($1::bigint)', [locks[name]])).rowCount === 1;
}

/** As {@link lockUntilCommit}, for a connection without the query builder. */
export async function holdLockUntilCommit(client: pg.ClientBase, name: keyof typeof locks): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1::bigint)', [locks[name]]);
}

/** Waits for the lock, and does the work under it; the lock belongs to this connection. */
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

/** Does the work under the lock, or nothing while another process holds it. */
export async function withLockIfFree(
  database: Database,
  name: keyof typeof locks,
  work: () => Promise<void>,
): Promise<void> {
  await withClient(database.direct, async (client) => {
    if (!(await holdLockIfFree(client, name))) return;
    await work();
    // A closed connection frees it a moment later than its end is reported.
    await client.query('select pg_advisory_unlock($1::bigint)', [locks[name]]);
  });
}

/** Takes the lock in shared mode until the transaction ends; false while somebody holds it exclusively. */
export async function shareUntilCommitIfFree(tx: Transaction, name: keyof typeof locks): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${locks[name]}::bigint) as taken`,
  );
  return rows[0]?.taken ?? false;
}

/** Whether a server, or another program with a writer lock, uses this database. */
export async function isInUse(client: pg.ClientBase): Promise<boolean> {
  const result = await client.query(
    `select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted and classid = $1::int::oid
       and database = (select oid from pg_database where datname = current_database())`,
    [lockClasses.writer],
  );
  return (result.rowCount ?? 0) > 0;
}

/** Takes the lock that shows a process to be alive, until this connection ends. */
export async function holdWriterLock(client: pg.ClientBase, writer: number): Promise<void> {
  await client.query('select pg_advisory_lock($1::int, $2::int)', [lockClasses.writer, writer]);
}

/** A condition: the process with this number is alive. */
export function writerLives(writer: SQLWrapper): SQL {
  return sql`exists (select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${lockClasses.writer}::int::oid and objid = ${writer}::bigint::oid)`;
}

/** The named key, shared by all processes; created by the first that needs it. */
export async function sharedSecret(db: Queryable, name: string, make: () => string): Promise<string> {
  await db.insert(secrets).values({ name, value: make() }).onConflictDoNothing();
  return (await findSecret(db, name))!;
}

/** The named key, if any process has needed it. */
export async function findSecret(db: Readable, name: string): Promise<string | undefined> {
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  return row?.value;
}
