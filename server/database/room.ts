import type { Database } from './client.ts';

/**
 * Whether the database answers and has room to write. It is made to sort more than it may keep in memory, which it does
 * in a file beside its tables; nothing is stored, and no right is needed.
 * @throws its error when it has none
 */
export async function checkDatabaseRoom({ pool }: Pick<Database, 'pool'>): Promise<void> {
  // Sent together they are one transaction, and the setting ends with it.
  await pool.query(`select set_config('work_mem', '64kB', true);
    select count(*) from (select repeat(md5(n::text), 8) as text from generate_series(1, 1500) as n order by text offset 0) as sorted`);
}
