import { randomInt } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { innermostError } from '#server/platform/explain-failure.ts';
import { createLoop } from '#server/platform/loop.ts';
import { type Channel, type Database, noticesOf, type Readable } from './client.ts';
import { holdWriterLock } from './locks.ts';
import { ReadingPool } from './reading.ts';
import { createReplica, type Replica } from './replica.ts';
import { cut } from './with-client.ts';

/**
 * Opens the database. The pool reconnects by itself; a lost connection only fails the query under way.
 * @param connection a connection address, or pg's own settings (the embedded database's socket)
 * @param options.directUrl the same database without the pooler that `connection` leads to
 * @param options.readUrl a streaming replica of it
 */
export function openDatabase(
  connection: string | pg.PoolConfig,
  options: {
    log?: (line: string) => void;
    poolSize?: number;
    directUrl?: string | undefined;
    readUrl?: string | undefined;
  } = {},
): Database {
  const settings: pg.PoolConfig = typeof connection === 'string' ? { connectionString: connection } : connection;
  const log = options.log ?? (() => {});
  const poolSize = options.poolSize ?? 10;
  const isPooled = options.directUrl !== undefined;
  const direct: pg.PoolConfig = isPooled ? { connectionString: options.directUrl } : settings;
  // Behind a pooler a setting would remain for the connection's next user.
  const pool = new (isPooled ? pg.Pool : ReadingPool)({
    max: poolSize,
    // A statement that runs longer than this is broken, not slow. A pooler does not accept this setting.
    ...(isPooled ? {} : { statement_timeout: 30_000 }),
    // A halted machine never answers, and cannot end the statement either.
    query_timeout: 35_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...settings,
  });
  // Without a listener, a restart of the database would end this process.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) log(`database connection lost: ${error.message}`);
  });

  // The pool handles errors of idle connections only. One that is lost between two queries of a transaction would end this
  // process as well; it is enough that its next query fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', failUnreplicatedCommits);

  const writerKey = randomInt(1, 2 ** 31 - 1);
  const watcher = createWatcher(direct, writerKey, log);
  const db = drizzle(pool, { casing: 'snake_case' });
  const replica = options.readUrl === undefined ? undefined : createReplica(options.readUrl, pool, { poolSize, log });
  return Object.assign(db, {
    pool,
    // Drizzle only needs a client's `query`.
    reader: replica ? drizzle({ client: replica as unknown as pg.Pool, casing: 'snake_case' }) : db,
    async snapshot<T>(work: (db: Readable) => Promise<T>): Promise<T> {
      if (replica) {
        try {
          return await transactionOn(replica)(work, oneMoment);
        } catch {
          // As with single statements, the primary answers what the replica cannot.
        }
      }
      return transactionOn(pool)(work, oneMoment);
    },
    replicaFigures: replica?.figures,
    direct,
    isPooled,
    transaction: repeating(transactionOn(pool, watcher.heard)),
    writerKey,
    listen: watcher.listen,
    ready: watcher.ready,
    async close() {
      closing = true;
      await replica?.close();
      await watcher.close();
      await pool.end();
    },
  });
}

const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/**
 * With synchronous replication a commit waits for the replica; if the wait is cancelled, as by the statement timeout,
 * the commit stands and only a notice tells. Nobody must be told that something is stored which a failover would
 * lose: so it fails like a commit whose connection was lost.
 */
function failUnreplicatedCommits(client: pg.PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine !== 'SyncRepWaitForLSN') return;
    const error = Object.assign(new Error('the commit is on this server alone'), { code: '08006' });
    (client as unknown as { connection: EventEmitter }).connection.emit('error', error);
  });
}

/** Two transactions were in conflict, and the database rolled this one back: it can be retried. */
const conflictCodes = /^(40001|40P01)$/;
const maxTries = 5;

/** Retries transactions that were rolled back because of a conflict; so `work` must change nothing but the database. */
function repeating(transaction: NodePgDatabase['transaction']): NodePgDatabase['transaction'] {
  return async (work, config) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transaction(work, config);
      } catch (error) {
        if (tries === maxTries || !conflictCodes.test(innermostError(error).code ?? '')) throw error;
        await wait(randomInt(5, 20 * 2 ** tries));
      }
    }
  };
}

/** Whether the driver gave up waiting; the connection is then of no more use. */
const isUnanswered = (error: unknown) => error !== undefined && innermostError(error).message === 'Query read timeout';

/**
 * Transactions that always release their connection, and fail with the first error: the library keeps
 * a connection that is lost at `begin`, and reports the failed `rollback` instead of the loss itself.
 */
function transactionOn(
  pool: Pick<Replica, 'connect'>,
  heard: (channel: Channel) => void = () => {},
): NodePgDatabase['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    const notices = new Set<Channel>();
    let first: unknown;
    try {
      const result = await drizzle(client, { casing: 'snake_case' }).transaction(async (tx) => {
        noticesOf.set(tx, notices);
        try {
          return await work(tx);
        } catch (error) {
          first = error;
          // Its rollback would not be answered either.
          if (isUnanswered(error)) cut(client);
          throw error;
        }
      }, config);
      for (const channel of notices) heard(channel);
      return result;
    } catch (error) {
      first ??= error;
      throw first;
    } finally {
      client.release(isUnanswered(first));
    }
  };
}

/** A separate connection for the process's lock and for notices; it reconnects by itself. */
function createWatcher(settings: pg.PoolConfig, writerKey: number, log: (line: string) => void) {
  const callbacks = new Map<Channel, Set<() => void>>();
  let client: pg.Client | undefined;
  let closed = false;
  let connecting: Promise<void> | undefined;
  let statements: Promise<unknown> = Promise.resolve();

  function heard(channel: Channel): void {
    for (const callback of callbacks.get(channel) ?? []) callback();
  }

  /** Runs statements one after the other: a connection takes one at a time. */
  function run(on: pg.Client, statement: string): Promise<unknown> {
    const done = statements.then(() => on.query(statement));
    statements = done.catch(() => {});
    return done;
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...settings, keepAlive: true } as pg.ClientConfig);
    next.on('error', (error) => log(`database notices interrupted: ${error.message}`));
    next.on('end', () => {
      if (client === next) client = undefined;
      loop.wake();
    });
    next.on('notification', ({ channel }) => heard(channel as Channel));
    try {
      await next.connect();
      await holdWriterLock(next, writerKey);
      for (const channel of callbacks.keys()) await next.query(`listen ${channel}`);
    } catch (error) {
      // A server that is not yet promoted grants the lock and refuses to notify. The connection must be closed, or it would keep the lock.
      cut(next);
      throw error;
    }
    client = next;
    // Notices were missed while the connection was away.
    for (const set of callbacks.values()) for (const callback of set) callback();
  }

  /** Both a lost connection and a failed attempt start another one; a second one at a time would wait for our own lock. */
  async function start(): Promise<void> {
    if (client || closed) return;
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    await connecting;
  }

  const loop = createLoop(
    async () => {
      await start();
      return Infinity;
    },
    { failed: () => 1_000, gatherMs: 500 },
  );

  return {
    heard,
    listen(channel: Channel, callback: () => void) {
      const set = callbacks.get(channel) ?? new Set();
      callbacks.set(channel, set.add(callback));
      const connected = client;
      if (!connected) return;
      // Called at once, since notices from before listening began were missed.
      run(connected, `listen ${channel}`)
        .then(callback)
        .catch(() => {});
    },
    async ready() {
      try {
        await start();
      } catch (error) {
        loop.wake();
        throw error;
      }
    },
    async close() {
      closed = true;
      await loop.stop();
      await connecting?.catch(() => {});
      await client?.end();
    },
  };
}
