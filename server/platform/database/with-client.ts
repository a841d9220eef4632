import pg from 'pg';
import type { Database, Readable } from './client.ts';

/** Runs work on one connection, which is then closed. */
export async function withClient<T>(
  connection: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  // A lost connection fails the statement under way, which is enough.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Checks that the database answers and has room to write. It has to sort more than fits in memory, so it
 * writes a temporary file beside its tables; nothing is stored, and no right is needed.
 * @throws its error when it has none
 */
export async function assertDatabaseWritable({ pool }: Pick<Database, 'pool'>): Promise<void> {
  // Sent together they are one transaction, which limits the setting to it.
  await pool.query(`select set_config('work_mem', '64kB', true);
    select count(*) from (select repeat(md5(n::text), 8) as text from generate_series(1, 1500) as n order by text offset 0) as sorted`);
}

/** Builds a statement once per database: that is most of the work of a short one. */
export function preparedOnce<Db extends Readable, Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    const statement = statements.get(db) ?? prepare(db);
    statements.set(db, statement);
    return statement;
  };
}

/** Destroys a connection that does not even answer a request to end it. */
export const cut = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
