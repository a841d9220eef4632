import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** What queries run on: the pool, or the transaction they are part of. */
export type Queryable = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$count'
>;

/** A transaction; what needs one says so by its type. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** The channels on which the server's processes tell each other what has changed. */
export type Channel = 'content' | 'mail' | 'members';

export interface Database extends Queryable {
  transaction: NodePgDatabase['transaction'];
  pool: pg.Pool;
  /**
   * Calls back on every notice on `channel` by any process, this one included; also once listening begins, and after
   * each lost connection.
   */
  listen(channel: Channel, callback: () => void): void;
  /**
   * The key of an advisory lock that this process holds while its database connection lives; others can tell by it
   * whether the process that began a piece of work is still there.
   */
  writerKey: number;
  /** Resolves once the lock and the channels are in place. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** First half of the two-part advisory locks held by processes as their sign of life. */
export const writerLockClass = 4_711;
const migrationLock = 4_712_001;
const minimumVersion = 150_000;

/**
 * Opens the database. The pool reconnects by itself; a lost connection fails the query under way and nothing else.
 * @param connection a connection address, or pg's own settings (the embedded database's socket)
 */
export function openDatabase(
  connection: string | pg.PoolConfig,
  options: { log?: (line: string) => void; poolSize?: number } = {},
): Database {
  const settings: pg.PoolConfig = typeof connection === 'string' ? { connectionString: connection } : connection;
  const log = options.log ?? (() => {});
  const pool = new pg.Pool({
    max: options.poolSize ?? 10,
    // A statement that runs longer than this is broken, not slow.
    statement_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    ...settings,
  });
  // Without a listener, a restart of the database would end this process.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) log(`database connection lost: ${error.message}`);
  });

  // The pool listens to idle connections only. One that is lost between two queries of a transaction would end this
  // process as well; its next query fails, and that is enough.
  pool.on('connect', (client) => client.on('error', () => {}));

  const writerKey = randomInt(1, 2 ** 31 - 1);
  const watcher = createWatcher(settings, writerKey, log);
  const db = drizzle(pool, { casing: 'snake_case' });
  return Object.assign(db, {
    pool,
    writerKey,
    listen: watcher.listen,
    ready: watcher.ready,
    async close() {
      closing = true;
      await watcher.close();
      await pool.end();
    },
  });
}

/** One connection of its own for the process's lock and for notices; it comes back by itself. */
function createWatcher(settings: pg.PoolConfig, writerKey: number, log: (line: string) => void) {
  const callbacks = new Map<Channel, Set<() => void>>();
  let client: pg.Client | undefined;
  let closed = false;
  let connecting: Promise<void> | undefined;
  /** One statement after the other on the one connection. */
  let statements: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...settings, keepAlive: true } as pg.ClientConfig);
    next.on('error', (error) => log(`database notices interrupted: ${error.message}`));
    next.on('end', () => {
      if (client === next) client = undefined;
      if (!closed) setTimeout(() => start().catch(() => {}), 500).unref();
    });
    next.on('notification', ({ channel }) => {
      for (const callback of callbacks.get(channel as Channel) ?? []) callback();
    });
    await next.connect();
    await next.query('select pg_advisory_lock($1::int, $2::int)', [writerLockClass, writerKey]);
    for (const channel of callbacks.keys()) await next.query(`listen ${channel}`);
    client = next;
    // Whatever was told while the connection was away has been missed.
    for (const set of callbacks.values()) for (const callback of set) callback();
  }

  function start(): Promise<void> {
    connecting ??= connect().finally(() => {
      connecting = undefined;
      if (!client && !closed) setTimeout(() => start().catch(() => {}), 1_000).unref();
    });
    return connecting;
  }

  return {
    listen(channel: Channel, callback: () => void) {
      const set = callbacks.get(channel) ?? new Set();
      callbacks.set(channel, set.add(callback));
      const connected = client;
      if (!connected) return;
      statements = statements
        .then(() => connected.query(`listen ${channel}`))
        // Told at once, since what was said before the database listens has been missed.
        .then(callback)
        .catch(() => {});
    },
    async ready() {
      if (!client) await start();
    },
    async close() {
      closed = true;
      await connecting?.catch(() => {});
      await client?.end();
    },
  };
}

/** Tells every process; inside a transaction it is told at commit and not otherwise. */
export async function notify(db: Queryable, channel: Channel): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, '')`);
}

/**
 * Brings the tables up to date. Processes that start together wait for each other.
 * @throws on a PostgreSQL older than 15
 */
export async function migrate(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    if (Number(rows[0]?.version) < minimumVersion) throw new Error('The database must be PostgreSQL 15 or newer.');
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    try {
      await runMigrations(drizzle(client, { casing: 'snake_case' }), {
        migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
      });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    }
  } finally {
    client.release(true);
  }
}
