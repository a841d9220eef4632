import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** What a reading query runs on. */
export type Readable = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'execute' | '$count'>;

/** What a query runs on: the pool, or its transaction. */
export type Queryable = Readable & Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

/** A transaction; functions that need one demand it by type. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** The channels on which the server's processes tell each other what has changed. */
export type Channel = 'content' | 'jobs' | 'letters' | 'library' | 'mail' | 'members' | 'online' | 'votes';

/** The state of a streaming replica. */
export interface ReplicaFigures {
  up: boolean;
  behindBytes: number;
  /** Statements that the replica could have answered, by who answered them. */
  answered: { replica: number; primary: number };
}

export interface Database extends Queryable {
  transaction: NodePgDatabase['transaction'];
  pool: pg.Pool;
  /**
   * For heavy reads: a replica if there is one, else this database itself. Either answers with everything that was
   * committed when it was asked; but permissions are always read from the database itself.
   */
  reader: Readable;
  /**
   * Reads by several statements as of one moment, on the same database as `reader`: for what is summed or shown together. One
   * statement after the other; `work` may be run twice, and must not wait for a client.
   */
  snapshot<T>(work: (db: Readable) => Promise<T>): Promise<T>;
  /** The state of the replica; undefined without one. */
  replicaFigures: (() => ReplicaFigures) | undefined;
  /** For a separate connection with lasting locks and settings: without the pooler, if there is one. */
  direct: pg.ClientConfig;
  /** A pooler lends connections per transaction: no setting or lock lasts beyond that. */
  isPooled: boolean;
  /**
   * Calls back on every notice on `channel` from any process including this one; also once listening begins, and after
   * each lost connection.
   */
  listen(channel: Channel, callback: () => void): void;
  /**
   * The number of a lock that this process holds while its database connection is alive; it shows others whether the
   * process that began a piece of work still exists.
   */
  writerKey: number;
  /** Resolves once the lock and the channels are in place. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** What open transactions tell at their commit: its author must see a change at once, and notices take a moment. */
export const noticesOf = new WeakMap<Queryable, Set<Channel>>();

/** Notifies every process; in a transaction, at its commit. This process hears of it before the transaction's answer is given. */
export async function notify(db: Queryable, channel: Channel): Promise<void> {
  noticesOf.get(db)?.add(channel);
  await db.execute(sql`select pg_notify(${channel}, '')`);
}
