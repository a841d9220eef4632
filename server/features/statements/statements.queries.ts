import { eq, sql } from 'drizzle-orm';
import { statementEntries } from '#server/parts/bank-credits/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { statements } from './tables.ts';

export type StatementRow = typeof statements.$inferSelect;

export const { find: findStatement } = rowQueries(statements);

export async function insertStatement(
  tx: Queryable,
  statement: Omit<StatementRow, 'id' | 'createdAt'>,
): Promise<StatementRow> {
  const [row] = await tx.insert(statements).values(statement).returning();
  return row!;
}

export async function setJob(tx: Queryable, id: string, jobId: string): Promise<void> {
  await tx.update(statements).set({ jobId }).where(eq(statements.id, id));
}

/** Readings of the same file. */
export async function findReadingsOf(db: Queryable, fileHash: string): Promise<StatementRow[]> {
  return db.select().from(statements).where(eq(statements.fileHash, fileHash));
}

/** Deletes statements of which no line is left. */
export async function deleteEmptyStatements(db: Queryable, days: number): Promise<void> {
  await db.execute(sql`
    delete from ${statements} where created_at < ${currentTime} - make_interval(days => ${days}) and not exists (
      select from ${statementEntries} where ${statementEntries.statementId} = ${statements.id}
    )`);
}
