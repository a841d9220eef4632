// Offered to other features: the same queries for the tables of news and conferences.
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { boolean, integer, type PgColumn, type PgTable, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime, insertedAt, type StoredPicture, storedPicture } from '#server/platform/database/columns.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { fits, type SearchTerm, someOf } from '#server/platform/database/search-term.ts';
import { preparedOnce } from '#server/platform/database/with-client.ts';
import { limits } from '#shared/limits.ts';

/** The columns that each of these tables has; `lower(title)` has a trigram index. Other values are only passed on. */
const items = pgTable('pictured_items', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  picture: storedPicture(),
  active: boolean().notNull(),
  createdAt: insertedAt(),
  updatedAt: insertedAt(),
  version: integer().notNull(),
});
type PicturedTable = PgTable & Record<keyof typeof items.$inferSelect, PgColumn>;

/**
 * The queries of items with a title, a picture and a switch.
 * @param order of every list
 */
export function picturedQueries<Table extends PicturedTable>(kind: Table, order: SQL[]) {
  type Row = Table['$inferSelect'];
  const table = kind as unknown as typeof items;
  const isActive = eq(table.active, true);
  const changed = { version: sql`${table.version} + 1`, updatedAt: sql`${currentTime}` };

  // Runs for each rendered page of an item. Without a name, since there may be a pooler.
  const findById = preparedOnce((db: Readable) =>
    db
      .select()
      .from(table)
      .where(eq(table.id, sql.placeholder('id')))
      .prepare(''),
  );
  const update = async (tx: Transaction, id: string, values: object): Promise<void> => {
    await tx
      .update(table)
      .set({ ...values, ...changed })
      .where(eq(table.id, id));
  };

  return {
    ...rowQueries(kind),
    async list(db: Readable): Promise<Row[]> {
      return db
        .select()
        .from(table)
        .orderBy(...order);
    },
    async listActive(db: Readable, limit?: number): Promise<Row[]> {
      const rows = db
        .select()
        .from(table)
        .where(isActive)
        .orderBy(...order);
      return limit === undefined ? rows : rows.limit(limit);
    },
    /** Some columns of some of the active ones, in the same order. */
    async listPart<Name extends keyof Row>(
      db: Readable,
      names: readonly Name[],
      { offset, limit }: { offset: number; limit: number },
    ): Promise<Pick<Row, Name>[]> {
      const columns = Object.fromEntries(names.map((name) => [name, table[name as keyof typeof items.$inferSelect]]));
      const rows = db
        .select(columns)
        .from(table)
        .where(isActive)
        .orderBy(...order);
      return (await rows.limit(limit).offset(offset)) as Pick<Row, Name>[];
    },
    async countActive(db: Readable): Promise<number> {
      return db.$count(table, isActive);
    },
    /** Which of these titles exist. */
    async existingTitles(db: Readable, titles: string[]): Promise<string[]> {
      const rows = await db.select({ title: table.title }).from(table).where(inArray(table.title, titles));
      return rows.map(({ title }) => title);
    },
    /** A few whose title has the term. */
    async withTitle(db: Readable, term: SearchTerm, first: SQL = order[0]!): Promise<Row[]> {
      const some = someOf(sql`${table}`, fits(sql`lower(${sql.identifier('title')})`, term));
      const rows = db.select().from(table).where(sql`${table.id} in (${some})`);
      return rows.orderBy(first, table.id).limit(limits.foundOfAKind);
    },
    async find(db: Readable, id: string): Promise<Row | undefined> {
      const [row] = await findById(db).execute({ id });
      return row;
    },
    /** Without `picture` the current one stays. */
    save: (tx: Transaction, id: string, values: Partial<Row> & { picture: StoredPicture | undefined }) =>
      update(tx, id, values),
    setActive: (tx: Transaction, id: string, active: boolean) => update(tx, id, { active }),
  };
}
