import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { integer, type PgColumn, type PgTable, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { Queryable, Readable, Transaction } from './client.ts';

// The columns named here; other values are only passed on.
const rows = pgTable('rows', { id: uuid().notNull(), version: integer().notNull() });

/** Whether a column is one of these ids: one value, however many they are, where a list of values takes the machine long to write. */
export const isOneOf = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;

/** The queries of one row by its id. */
export function rowQueries<Table extends PgTable & { id: PgColumn }>(kind: Table) {
  type Row = Table['$inferSelect'];
  type Changes = Partial<Omit<Table['$inferInsert'], 'id' | 'createdAt' | 'version'>>;
  const table = kind as unknown as typeof rows;
  return {
    async find(db: Readable, id: string): Promise<Row | undefined> {
      const [row] = await db.select().from(table).where(eq(table.id, id));
      return row;
    },
    /** Locks the row until the transaction ends. */
    async lock(tx: Transaction, id: string): Promise<Row | undefined> {
      const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update');
      return row;
    },
    /** @returns the row's id */
    async insert(tx: Queryable, values: Table['$inferInsert']): Promise<string> {
      const [row] = await tx
        .insert(table)
        .values(values as typeof rows.$inferInsert)
        .returning({ id: table.id });
      return row!.id;
    },
    /** Saves the given columns as the next version. */
    async save(tx: Transaction, id: string, changes: Changes): Promise<void> {
      await tx
        .update(table)
        .set({ ...changes, version: sql`${table.version} + 1` })
        .where(eq(table.id, id));
    },
    async remove(tx: Transaction, id: string): Promise<void> {
      await tx.delete(table).where(eq(table.id, id));
    },
  };
}
