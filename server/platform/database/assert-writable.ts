import type { Database } from './client.ts';

/**
 * Checks that the database answers and has room to write. It has to sort more than fits in memory, so it
 * writes a temporary file beside its tables; nothing is stored, and no right is needed.
 * @throws its error when it has none
 */
export async function checkDatabaseRoom({ pool }: Pick<Database, 'pool'>): Promise<void> {
  // Sent together they are one transaction, which limits the setting to it.
  await pool.query(`select set_config('work_mem', '64kB', true);
    select count(*) from (select repeat(md5(n::text), 8) as text from generate_series(1, 1500) as n order by text offset 0) as sorted`);
}
