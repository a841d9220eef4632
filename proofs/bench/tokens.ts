import { sql } from 'drizzle-orm';
import { createSession } from '#server/features/auth/sessions.service.ts';
import type { BenchSite } from './site.ts';

/** Tokens of several members, as each may open only a limited number of pages in a quarter of an hour. */
export async function memberTokens({ database }: BenchSite, count: number): Promise<string[]> {
  await database.execute(sql`delete from directory_budgets`);
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from members where status = 'Approved' limit ${count}`,
  );
  const tokens: string[] = [];
  for (const { id } of rows) tokens.push(await createSession(database, { memberId: id }));
  return tokens;
}

export async function officeToken({ database }: BenchSite): Promise<string> {
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from administrators where not disabled limit 1`,
  );
  // A benchmark lists more records than the office may.
  await database.execute(sql`update settings set security = jsonb_build_object('officeRecordsPerHour', 1000000)`);
  return createSession(database, { administratorId: rows[0]!.id });
}
