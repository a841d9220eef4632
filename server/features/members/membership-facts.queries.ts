import { and, eq, gt, inArray, max, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { members, membershipFacts } from './tables.ts';

export type Fact = typeof membershipFacts.$inferInsert;

/** The columns that a fact stores, and those that decide whether there is one. */
const source = {
  id: members.id,
  status: members.status,
  membership: members.membership,
  state: members.state,
  district: members.district,
  gender: members.gender,
  associationOffice: members.associationOffice,
};
export type FactSource = Pick<typeof members.$inferSelect, keyof typeof source>;

export async function findFactSource(tx: Transaction, id: string): Promise<FactSource | undefined> {
  const [row] = await tx.select(source).from(members).where(eq(members.id, id));
  return row;
}

export async function findFactSources(tx: Transaction, ids: readonly string[]): Promise<FactSource[]> {
  return tx
    .select(source)
    .from(members)
    .where(inArray(members.id, [...ids]));
}

export async function insertFacts(db: Pick<Queryable, 'insert'>, facts: readonly Fact[]): Promise<void> {
  if (facts.length > 0) await db.insert(membershipFacts).values([...facts]);
}

export async function deleteFacts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(membershipFacts).where(inArray(membershipFacts.person, [...ids]));
}

/** The last fact about somebody; 0 without any. */
export async function findLastFact(tx: Transaction, id: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(membershipFacts.id) })
    .from(membershipFacts)
    .where(eq(membershipFacts.person, id));
  return row?.last ?? 0;
}

export async function deleteFactsAfter(tx: Transaction, id: string, fact: number): Promise<void> {
  await tx.delete(membershipFacts).where(and(eq(membershipFacts.person, id), gt(membershipFacts.id, fact)));
}

/** Creates missing facts for records that were inserted directly. */
export async function callFillFacts(db: Pick<Queryable, 'execute'>): Promise<void> {
  await db.execute(sql`select fill_membership_facts()`);
}
