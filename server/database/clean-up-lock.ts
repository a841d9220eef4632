import type { Database } from './client.ts';

const cleanUpLock = 4_712_002;

/** Does the work unless another process is at it just now. */
export async function withCleanUpLock(database: Database, work: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [cleanUpLock]);
    if (!rows[0]?.taken) return;
    try {
      await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [cleanUpLock]);
    }
  } finally {
    client.release();
  }
}
