import { comparableName, nameTitles, searchable } from '#server/platform/database/searchable.ts';
import type { RowReason } from '#shared/contracts/schedules.ts';
import { withoutZeros } from './reckoning.ts';

// What a row of a schedule is for. Only an employee number at this paying office decides; a name alone never does.

export interface JudgedAuthorisation {
  id: string;
  memberId: string;
  memberName: string;
  state: 'asked' | 'confirmed' | 'withdrawn' | 'ended';
  officeId: string;
  officeName: string;
  employeeKey: string;
  /** Whole rupees a deduction. */
  amount: number;
  from: string;
  until: string | null;
}

/** A part of somebody's annual subscription. */
export interface JudgedPayment {
  id: string;
  memberId: string;
  period: string;
  amount: number;
  state: 'due' | 'claimed' | 'received' | 'refused' | 'waived' | 'refunded' | 'cancelled';
}

export interface StoredRow {
  row: number;
  employeeNumber: string;
  employeeKey: string;
  name: string;
  /** Paise. */
  amount: number;
  decision: 'leftOut' | 'office' | 'excess' | 'book' | null;
  authorisationId: string | null;
}

export interface Surroundings {
  officeId: string;
  month: string;
  /** The financial year of the month, and the next one. */
  period: string;
  nextPeriod: string;
  /** All of this office, and of others with one of the rows' numbers. */
  authorisations: readonly JudgedAuthorisation[];
  payments: readonly JudgedPayment[];
  /** People of other live schedules of the month. */
  elsewhere: ReadonlySet<string>;
  /** Whether the next year's subscription can be paid early, and how much that is; null: not. */
  nextAmount: number | null;
}

/** What is booked for a row; whole rupees. */
export type RowPlan =
  | { kind: 'leftOut' }
  | { kind: 'office'; amount: number }
  | {
      kind: 'pay';
      memberId: string;
      /** Null: all of it is too much. */
      paymentId: string | null;
      amount: number;
      /** What is more than is left, and where it goes. */
      over: number;
      overTo: 'next' | 'excess' | null;
      /** The next year's payment, if it exists. */
      nextPaymentId: string | null;
    };

export interface JudgedRow {
  row: StoredRow;
  reason: RowReason | null;
  authorisation: JudgedAuthorisation | null;
  /** The payment that it would be booked to. */
  payment: JudgedPayment | null;
  /** Null: the office has to decide first. */
  plan: RowPlan | null;
}

const titles = new Set(nameTitles);
const wordsOf = (name: string) =>
  comparableName(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= 3 && !titles.has(word));

/** Whether a word of one name stands in the other. */
export const isAlike = (one: string, other: string) => {
  const words = new Set(wordsOf(other));
  return wordsOf(one).some((word) => words.has(word));
};

const rank = { confirmed: 0, withdrawn: 1, ended: 2, asked: 3 };

/** Of several with one number: what holds in the month, then by state. */
function bestOf(candidates: readonly JudgedAuthorisation[], month: string): JudgedAuthorisation | null {
  const holds = ({ state, from, until }: JudgedAuthorisation) =>
    (state === 'confirmed' && from <= month) ||
    (state !== 'asked' && until !== null && from <= month && month <= until);
  return (
    candidates.toSorted(
      (one, other) => Number(holds(other)) - Number(holds(one)) || rank[one.state] - rank[other.state],
    )[0] ?? null
  );
}

/** Judges the rows of a schedule, in their order. */
export function judgeRows(rows: readonly StoredRow[], around: Surroundings): JudgedRow[] {
  const { officeId, month } = around;
  const here = around.authorisations.filter((each) => each.officeId === officeId);
  const byId = new Map(around.authorisations.map((each) => [each.id, each]));
  const byKey = Map.groupBy(here, ({ employeeKey }) => employeeKey);
  const byBareKey = Map.groupBy(here, ({ employeeKey }) => withoutZeros(employeeKey));
  const elsewhereByKey = Map.groupBy(
    around.authorisations.filter((each) => each.officeId !== officeId && each.state === 'confirmed'),
    ({ employeeKey }) => withoutZeros(employeeKey),
  );
  const names = here.map((each) => ({ authorisation: each, name: searchable(comparableName(each.memberName)) }));
  const byName = Map.groupBy(names, ({ name }) => name);
  const byWord = new Map<string, Set<JudgedAuthorisation>>();
  for (const each of here) {
    for (const word of wordsOf(each.memberName)) byWord.set(word, (byWord.get(word) ?? new Set()).add(each));
  }
  const byMember = Map.groupBy(around.payments, ({ memberId }) => memberId);
  const numbersSeen = new Set<string>();
  const used = new Set<string>();

  function find({ employeeKey, name }: StoredRow): {
    authorisation: JudgedAuthorisation | null;
    reason: RowReason | null;
  } {
    if (employeeKey !== '') {
      const exact = byKey.get(employeeKey) ?? [];
      if (exact.length > 0) return { authorisation: bestOf(exact, month), reason: null };
      const alike = byBareKey.get(withoutZeros(employeeKey)) ?? [];
      const people = new Set(alike.map(({ memberId }) => memberId));
      if (people.size === 1) return { authorisation: bestOf(alike, month), reason: null };
      const other = elsewhereByKey.get(withoutZeros(employeeKey))?.find((each) => isAlike(name, each.memberName));
      if (other) return { authorisation: other, reason: 'OTHER_OFFICE' };
    }
    const named = byName.get(searchable(comparableName(name))) ?? [];
    const one = named.find(({ authorisation }) => authorisation.state === 'confirmed') ?? named[0];
    if (one) return { authorisation: one.authorisation, reason: 'NAME_ALONE' };
    const [rarest, ...others] = wordsOf(name)
      .map((word) => byWord.get(word) ?? new Set<JudgedAuthorisation>())
      .sort((one, other) => one.size - other.size);
    const close = others.length > 0 ? [...rarest!].find((each) => others.every((set) => set.has(each))) : undefined;
    return close ? { authorisation: close, reason: 'NAME_ALONE' } : { authorisation: null, reason: 'STRANGER' };
  }

  const stateReason = ({ state, from, until }: JudgedAuthorisation): RowReason | null => {
    if (state === 'asked') return 'NOT_CONFIRMED';
    if (month < from) return 'NOT_YET';
    if (state === 'withdrawn' && (until === null || month > until)) return 'WITHDRAWN';
    if (state === 'ended' && (until === null || month > until)) return 'ENDED';
    return null;
  };

  return rows.map((row): JudgedRow => {
    const chosenOne = row.authorisationId === null ? undefined : byId.get(row.authorisationId);
    const match = chosenOne ? { authorisation: chosenOne, reason: null } : find(row);
    const { authorisation } = match;
    const rupees = row.amount / 100;
    if (row.decision === 'leftOut')
      return { row, reason: null, authorisation, payment: null, plan: { kind: 'leftOut' } };
    const isWhole = Number.isInteger(rupees);
    if (row.decision === 'office') {
      const plan: RowPlan | null = isWhole ? { kind: 'office', amount: rupees } : null;
      return { row, reason: isWhole ? null : 'PAISE', authorisation, payment: null, plan };
    }
    if (!authorisation) return { row, reason: 'STRANGER', authorisation, payment: null, plan: null };
    const { memberId } = authorisation;
    const isTwice = numbersSeen.has(memberId);
    if (match.reason !== 'NAME_ALONE' && match.reason !== 'OTHER_OFFICE') numbersSeen.add(memberId);
    const memberPayments = byMember.get(memberId) ?? [];
    const ofYear = memberPayments.filter(({ period }) => period === around.period);
    const open = ofYear.filter(({ id, state }) => (state === 'due' || state === 'refused') && !used.has(id));
    const due =
      open.find(({ amount }) => amount === rupees) ??
      open.toSorted((one, other) => other.amount - one.amount)[0] ??
      null;
    const next = memberPayments.find(
      ({ period, state }) => period === around.nextPeriod && (state === 'due' || state === 'refused'),
    );
    const hasNext = memberPayments.some(({ period }) => period === around.nextPeriod);
    const rest = due?.amount ?? 0;
    const over = Math.max(0, rupees - rest);
    const nextRoom = next?.amount ?? (hasNext ? 0 : (around.nextAmount ?? 0));
    const canNext = over > 0 && over <= nextRoom;
    const isPlain = rupees === authorisation.amount && rupees <= rest;
    const isLast = rupees <= authorisation.amount && rupees >= rest && rest > 0 && (over === 0 || canNext);
    const noDue: RowReason | null = due
      ? null
      : ofYear.some(({ state }) => state === 'received' || state === 'claimed') ||
          (used.size > 0 && ofYear.some(({ id }) => used.has(id)))
        ? 'ALREADY_RECEIVED'
        : 'NO_DUE';
    const reason: RowReason | null =
      match.reason ??
      (isTwice ? 'TWICE' : null) ??
      (around.elsewhere.has(memberId) ? 'IN_ANOTHER_SCHEDULE' : null) ??
      stateReason(authorisation) ??
      (chosenOne || isAlike(row.name, authorisation.memberName) ? null : 'OTHER_NAME') ??
      noDue ??
      (isWhole ? null : 'PAISE') ??
      (isPlain || isLast ? null : 'AMOUNT_DIFFERS');
    const isDecided = row.decision === 'book' || row.decision === 'excess';
    const isUnknown = match.reason !== null;
    const canBook = isWhole && !isUnknown && (row.decision === 'excess' || (due !== null && (over === 0 || canNext)));
    const isBooked = reason === null || (isDecided && canBook);
    if (!isBooked) return { row, reason, authorisation, payment: due, plan: null };
    if (due) used.add(due.id);
    const plan: RowPlan = {
      kind: 'pay',
      memberId,
      paymentId: due?.id ?? null,
      amount: rupees - over,
      over,
      overTo: over === 0 ? null : row.decision === 'excess' ? 'excess' : 'next',
      nextPaymentId: next?.id ?? null,
    };
    return { row, reason: null, authorisation, payment: due, plan };
  });
}
