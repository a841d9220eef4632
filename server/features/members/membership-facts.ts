import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { clock, indianDay } from '#shared/clock.ts';
import * as queries from './membership-facts.queries.ts';

type NewRecord = queries.FactSource & { approvedAt: Date | null };

/** A change of one of these is a fact, if the record is or was a member's. */
const factNames = ['status', 'membership', 'state', 'district', 'gender', 'associationOffice'] as const;

const fact = (
  kind: queries.Fact['kind'],
  sign: number,
  row: queries.FactSource,
  day = clock.today(),
): queries.Fact => ({
  day,
  kind,
  sign,
  person: row.id,
  tier: row.membership,
  state: row.state,
  district: row.district,
  gender: row.gender,
  office: row.associationOffice,
});

function factsOf(before: queries.FactSource, after: queries.FactSource): queries.Fact[] {
  const [was, is] = [before.status === 'Approved', after.status === 'Approved'];
  if (was && !is) return [fact('left', -1, before)];
  if (!was && is) return [fact('joined', 1, after)];
  if (!is) return before.status === 'New' && after.status === 'Rejected' ? [fact('rejected', 0, before)] : [];
  const isSame = factNames.every((name) => before[name] === after[name]);
  return isSame ? [] : [fact('changed', -1, before), fact('changed', 1, after)];
}

/** Records the facts of a change; the record must not be changed yet. */
export async function recordChange(tx: Transaction, id: string, change: Partial<queries.FactSource>): Promise<void> {
  if (!factNames.some((name) => name in change)) return;
  const before = await queries.findFactSource(tx, id);
  if (before) await queries.insertFacts(tx, factsOf(before, { ...before, ...change }));
}

/** Records that new members have joined on the day of their approval. */
export async function recordNew(db: Pick<Queryable, 'insert'>, rows: readonly NewRecord[]): Promise<void> {
  const joined = rows.filter(({ status }) => status === 'Approved');
  await queries.insertFacts(
    db,
    joined.map((row) => fact('joined', 1, row, indianDay(row.approvedAt ?? clock.now()))),
  );
}

/** Records that members leave today, before their records are deleted. */
export async function recordLeaving(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await queries.findFactSources(tx, ids);
  await queries.insertFacts(
    tx,
    rows.filter(({ status }) => status === 'Approved').map((row) => fact('left', -1, row)),
  );
}

/** Deletes their facts, as if they had never been members: their import was undone. */
export const forgetFacts = queries.deleteFacts;

/** The last fact about somebody, and the deletion of those after it: what made them was taken back. */
export const lastFact = queries.findLastFact;
export const forgetFactsAfter = queries.deleteFactsAfter;

/** Creates missing facts for records that were inserted directly (sample data, tests). */
export const fillFacts = queries.callFillFacts;
