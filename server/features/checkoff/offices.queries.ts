import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { type OfStates, ofStates } from '#server/platform/database/reach.ts';
import { comparable, containsPattern } from '#server/platform/database/searchable.ts';
import type { CheckoffSettings } from '#shared/contracts/checkoff.ts';
import { limits } from '#shared/limits.ts';
import { checkoffSettings, payingOffices, salaryAuthorisations, salarySchedules } from './tables.ts';

export type OfficeRow = typeof payingOffices.$inferSelect;
export type SettingsRow = Omit<typeof checkoffSettings.$inferSelect, 'id'>;

const settingsOf = (row: typeof checkoffSettings.$inferSelect | undefined): SettingsRow => {
  if (!row) throw new Error('the settings of deductions are missing');
  const { id: rowId, ...rest } = row;
  return rest;
};

export async function findCheckoffSettings(db: Readable): Promise<SettingsRow> {
  const [row] = await db.select().from(checkoffSettings);
  return settingsOf(row);
}

/** The same, locked for a change. */
export async function lockCheckoffSettings(tx: Transaction): Promise<SettingsRow> {
  const [row] = await tx.select().from(checkoffSettings).for('update');
  return settingsOf(row);
}

export async function saveCheckoffSettings(tx: Transaction, after: Partial<CheckoffSettings>): Promise<SettingsRow> {
  const [row] = await tx
    .update(checkoffSettings)
    .set({ ...after, version: sql`${checkoffSettings.version} + 1` })
    .returning();
  return settingsOf(row);
}

export async function findOffice(db: Readable, id: string): Promise<OfficeRow | undefined> {
  const [row] = await db.select().from(payingOffices).where(eq(payingOffices.id, id));
  return row;
}

export async function findOfficesById(db: Readable, ids: readonly string[]): Promise<Map<string, OfficeRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(payingOffices)
    .where(inArray(payingOffices.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks paying offices: authorisations of one are confirmed one after the other. */
export async function lockOffices(tx: Transaction, ids: readonly string[]): Promise<Map<string, OfficeRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(payingOffices)
    .where(inArray(payingOffices.id, [...new Set(ids)]))
    .orderBy(asc(payingOffices.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether another office has this code. */
export async function isCodeTaken(tx: Transaction, codeKey: string, exceptId?: string): Promise<boolean> {
  if (codeKey === '') return false;
  const other = and(eq(payingOffices.codeKey, codeKey), exceptId ? ne(payingOffices.id, exceptId) : undefined);
  return (await tx.$count(payingOffices, other)) > 0;
}

/** The paying office with just these values. */
export async function findSameOffice(
  tx: Transaction,
  values: typeof payingOffices.$inferInsert,
): Promise<OfficeRow | undefined> {
  const columns = Object.entries(values) as [keyof typeof values, string | number | null][];
  const [row] = await tx
    .select()
    .from(payingOffices)
    .where(and(...columns.map(([name, value]) => sql`${payingOffices[name]} is not distinct from ${value}`)))
    .limit(1);
  return row;
}

export async function insertOffice(tx: Transaction, values: typeof payingOffices.$inferInsert): Promise<OfficeRow> {
  const [row] = await tx.insert(payingOffices).values(values).returning();
  return row!;
}

export async function updateOffice(
  tx: Transaction,
  id: string,
  change: Partial<typeof payingOffices.$inferInsert>,
): Promise<OfficeRow> {
  const [row] = await tx
    .update(payingOffices)
    .set({ ...change, version: sql`${payingOffices.version} + 1` })
    .where(eq(payingOffices.id, id))
    .returning();
  return row!;
}

interface OfficeFilter {
  search: string;
  state: OfStates;
}

const matches = ({ search, state }: OfficeFilter, codeKey: string): SQL | undefined =>
  and(
    search === ''
      ? undefined
      : or(
          sql`${comparable(payingOffices.name)} like ${containsPattern(search)}`,
          codeKey === '' ? undefined : eq(payingOffices.codeKey, codeKey),
        ),
    ofStates(payingOffices.state, state),
  );

/** A page of the paying offices, by name. @param codeKey of the searched text as a code; '' to search names alone */
export async function findOffices(db: Readable, filter: OfficeFilter, codeKey: string, page: number) {
  const where = matches(filter, codeKey);
  const rows = await db
    .select()
    .from(payingOffices)
    .where(where)
    .orderBy(asc(payingOffices.name), asc(payingOffices.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  return { rows, total: await db.$count(payingOffices, where) };
}

/** What waits at paying offices. */
export async function countAtOffices(db: Readable, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { asked: number; confirmed: number; open: number }>();
  const { rows } = await db.execute<{ id: string; asked: number; confirmed: number; open: number }>(sql`
    select office.id,
      (select count(*) filter (where state = 'asked')::int from ${salaryAuthorisations} where office_id = office.id) as asked,
      (select count(*) filter (where state = 'confirmed')::int from ${salaryAuthorisations} where office_id = office.id) as confirmed,
      (select count(*)::int from ${salarySchedules} where office_id = office.id and state in ('open', 'booking')) as open
    from ${payingOffices} office where office.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
