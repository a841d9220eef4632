import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { rowQueries } from '#server/database/row-queries.ts';
import { statementEntries, statementMappings, statements } from '#server/database/tables/statements.ts';
import { currentTime } from '#server/database/time.ts';
import type { ColumnMapping } from '#shared/contracts/statements.ts';

export type StatementRow = typeof statements.$inferSelect;

export const { find: findStatement } = rowQueries(statements);

export async function insertStatement(
  tx: Queryable,
  statement: Omit<StatementRow, 'id' | 'createdAt'>,
): Promise<StatementRow> {
  const [row] = await tx.insert(statements).values(statement).returning();
  return row!;
}

/** Earlier readings of the same file. */
export async function findReadingsOf(db: Queryable, fileHash: string): Promise<StatementRow[]> {
  return db.select().from(statements).where(eq(statements.fileHash, fileHash));
}

/** Layouts that are remembered: far more than an association has banks. */
const mostMappings = 1_000;

/** The mappings of earlier files, by their headings. */
export async function findMappings(db: Queryable): Promise<Map<string, ColumnMapping>> {
  const rows = await db.select().from(statementMappings).limit(mostMappings);
  // The order of the dates holds for one file alone.
  return new Map(rows.map(({ headings, mapping: { dates: _, ...mapping } }) => [headings, mapping]));
}

export async function saveMapping(tx: Queryable, headings: string, mapping: ColumnMapping): Promise<void> {
  await tx
    .insert(statementMappings)
    .values({ headings, mapping })
    .onConflictDoUpdate({ target: statementMappings.headings, set: { mapping } });
}

/** Deletes statements of which no line is left. */
export async function deleteEmptyStatements(db: Queryable, days: number): Promise<void> {
  await db.execute(sql`
    delete from ${statements} where created_at < ${currentTime} - make_interval(days => ${days}) and not exists (
      select from ${statementEntries} where ${statementEntries.statementId} = ${statements.id}
    )`);
}
