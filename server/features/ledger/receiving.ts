import { randomUUID } from 'node:crypto';
import { nextReference } from '#server/features/members/members.queries.ts';
import { findIssuer, takeReceiptNumbers } from '#server/features/receipts/issued.queries.ts';
import { mustBeOpenOn } from '#server/features/receipts/receipt-settings.service.ts';
import { purposeText } from '#server/features/receipts/receipt-sheet.ts';
import { hasAllocationShare, reverseAllocationShares } from '#server/features/shares/share-entries.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { newCode } from '#server/platform/database/columns.ts';
import { writeLogLines } from '#server/platform/log/log.queries.ts';
import { enqueueMails } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { formatRupees } from '#shared/money.ts';
import type { PaymentMode } from '#shared/options.ts';
import { afterMoney, becomesOf, mustBeOpenToday, wrongState } from './after-money.ts';
import {
  addAllocations,
  addChanges,
  addReversals,
  type ClaimRow,
  cancelMoney,
  confirmClaims,
  type DueRow,
  findAllocations,
  findCancelledOf,
  findClaims,
  findConfirmed,
  findMoney,
  findOwners,
  insertMoney,
  lockDues,
  lockLinesOf,
  lockMoneyOf,
  lockPeople,
  lockReceipts,
  type MoneyRow,
  type NewAllocation,
  type NewChange,
  type Payer,
  type Person,
  setToReturn,
  updateClaim,
} from './ledger.queries.ts';

/** Money that came. */
export interface Item {
  /** What it came for; null: for nothing that is owed. */
  due: string | null;
  /** Of money for nothing that is owed: who paid it. */
  payer?: Payer;
  /** Whole rupees. */
  amount: number;
  /** Where rupees go that are more than is open; none: there may not be any. */
  over?: 'return' | 'keep';
  /** The credit of a statement. */
  lineId?: string;
  /** The number of the transfer, for the receipt. */
  utr?: string;
}

/** How it came, if not by the office's own press. */
export interface Source {
  /** The gateway's number of the payment. */
  gatewayId?: string;
  /** Of deductions: their paying office and month, how the money came, and its number. */
  salary?: { number: string; mode: string | null; office: string; month: string };
  /** Whether what was refused can be received. */
  refused?: boolean;
}

export interface Arrival {
  /** YYYY-MM-DD in India. */
  day: string;
  mode?: PaymentMode | undefined;
  source?: Source;
  /** The administrator's e-mail, or 'gateway'. */
  by: string;
}

/** A receipt that is to be made. */
interface Draft {
  id: string;
  due: DueRow | null;
  /** Whose reference it bears. */
  of: DueRow | null;
  payer: Payer;
  amount: number;
  toReturn: number;
  /** What of it settles the due. */
  allocated: number;
  item: Item;
}

/**
 * Receives money: against each due what is open of it, in the order of the items; what is more goes back or is kept, under a receipt of its own. Receipts, allocations, shares,
 * tiers, log lines and mails.
 * @returns the receipts in that order
 * @throws WRONG_STATE, AMOUNT_DIFFERS, YEAR_CLOSED
 */
export async function receive(tx: Transaction, items: readonly Item[], arrival: Arrival): Promise<MoneyRow[]> {
  const { day, source = {}, by } = arrival;
  await mustBeOpenOn(tx, day);
  const dueIds = [...new Set(items.flatMap(({ due }) => due ?? []))];
  const { memberIds } = await findOwners(tx, { dueIds });
  const people = await lockPeople(tx, [
    ...new Set([...memberIds, ...items.flatMap(({ payer }) => payer?.memberId ?? [])]),
  ]);
  const owed = await lockDues(tx, dueIds);
  await lockLinesOf(
    tx,
    items.flatMap(({ lineId }) => lineId ?? []),
  );
  const expected = await findExpected(tx, owed);
  const { drafts, free } = draftAll(items, owed, expected, source);
  await addChanges(
    tx,
    free.map(({ id }) => ({ dueId: id, kind: 'waived', amount: 0, day: clock.today(), by })),
  );
  if (drafts.length === 0) return [];
  const rows = await insertDrafts(tx, drafts, people, arrival);
  const paid = drafts.filter(({ allocated }) => allocated > 0);
  const rest = (due: DueRow) =>
    due.open - paid.filter((draft) => draft.due === due).reduce((sum, { allocated }) => sum + allocated, 0);
  const ids = await addAllocations(
    tx,
    paid.map(
      ({ id, due, allocated }): NewAllocation => ({ receiptId: id, dueId: due!.id, amount: allocated, day, by }),
    ),
  );
  const claimed = [...owed.values()].filter(({ claim }) => claim === 'pending');
  await confirmClaims(
    tx,
    claimed
      .map(({ id }) => ({ dueId: id, receiptId: drafts.find(({ due }) => due?.id === id)?.id }))
      .filter((pair): pair is { dueId: string; receiptId: string } => pair.receiptId !== undefined),
  );
  // Of somebody who was rejected only what is claimed can be open.
  const ended = claimed.filter(
    (due) => people.get(due.memberId ?? '')?.status === 'Rejected' && !due.unwanted && rest(due) > 0,
  );
  await addChanges(
    tx,
    ended.map(
      (due): NewChange => ({
        dueId: due.id,
        kind: 'cancelled',
        amount: rest(due),
        cause: 'decision',
        day: clock.today(),
        by,
      }),
    ),
  );
  await afterMoney(tx, dueIds, { shares: ids, by });
  await tellAll(tx, drafts, rows, people, arrival, rest);
  const made = await findMoney(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }) => made.get(id)!);
}

/** What is expected of unwanted dues that are claimed. */
async function findExpected(tx: Transaction, owed: ReadonlyMap<string, DueRow>): Promise<Map<string, number>> {
  const unwanted = [...owed.values()].filter(({ unwanted, claim }) => unwanted && claim === 'pending');
  const pending = (
    await findClaims(
      tx,
      unwanted.map(({ id }) => id),
    )
  ).filter(({ state }) => state === 'pending');
  return new Map(pending.map(({ dueId, expected }) => [dueId, expected ?? 0]));
}

function draftAll(
  items: readonly Item[],
  owed: ReadonlyMap<string, DueRow>,
  expected: ReadonlyMap<string, number>,
  source: Source,
): { drafts: Draft[]; free: DueRow[] } {
  const open = new Map([...owed.values()].map((due) => [due.id, due.open]));
  const arrived = new Set<string>();
  const drafts: Draft[] = [];
  const free: DueRow[] = [];
  const draft = (item: Item, values: Pick<Draft, 'due' | 'of' | 'amount' | 'toReturn' | 'allocated'>) => {
    const payer = values.of
      ? {
          memberId: values.of.memberId ?? undefined,
          participationId: values.of.memberId ? undefined : (values.of.participationId ?? undefined),
        }
      : item.payer!;
    drafts.push({ id: randomUUID(), payer, item, ...values });
  };
  for (const item of items) {
    const due = item.due === null ? null : owed.get(item.due);
    if (due === undefined || (due === null && !item.payer)) throw wrongState();
    const back = (amount: number) => (item.over === 'keep' ? 0 : amount);
    if (due === null) {
      draft(item, { due: null, of: null, amount: item.amount, toReturn: back(item.amount), allocated: 0 });
      continue;
    }
    const isUnwanted = due.unwanted && due.claim === 'pending' && !arrived.has(due.id);
    const left = isUnwanted ? expected.get(due.id)! : open.get(due.id)!;
    const isReceivable =
      isUnwanted || due.state === 'due' || due.state === 'claimed' || (due.state === 'refused' && source.refused);
    if (due.state === 'refused' && !source.refused) throw wrongState();
    if (!due.unwanted && due.amount + due.changed === 0 && item.amount === 0 && isReceivable) {
      free.push(due);
      continue;
    }
    const came = isReceivable ? Math.min(item.amount, left) : 0;
    const rest = item.amount - came;
    if (came === 0 && !item.over) throw wrongState();
    if (rest > 0 && !item.over) throw differs();
    // Money that nobody wants is received as it was claimed.
    if (isUnwanted && came < left) throw differs();
    arrived.add(due.id);
    if (isUnwanted) draft(item, { due, of: due, amount: came, toReturn: came, allocated: 0 });
    else if (came > 0) {
      draft(item, { due, of: due, amount: came, toReturn: 0, allocated: came });
      open.set(due.id, left - came);
    }
    if (rest > 0) draft(item, { due: null, of: due, amount: rest, toReturn: back(rest), allocated: 0 });
  }
  return { drafts, free };
}

const differs = () => new AppError('AMOUNT_DIFFERS', 'The amount is not what is open of this payment.');

const labelOf = (prefix: string, year: string, number: number) => `${prefix}${year}/${String(number).padStart(6, '0')}`;

/** Numbers the receipts; last, because from here on all others who receive money wait for this transaction. */
async function insertDrafts(
  tx: Transaction,
  drafts: readonly Draft[],
  people: ReadonlyMap<string, Person>,
  { day, mode, source = {} }: Arrival,
) {
  const { association, prefix, hindi } = await findIssuer(tx);
  const before = await findCancelledOf(
    tx,
    drafts.flatMap(({ due }) => due?.id ?? []),
  );
  const now = clock.now();
  const year = financialYearOf(day);
  const named = drafts.filter(({ due }) => due);
  const references = new Map<string, string>();
  for (const { id, of } of drafts) if (!of) references.set(id, await nextReference(tx));
  const { salary, gatewayId } = source;
  const first = await takeReceiptNumbers(tx, year, drafts.length);
  const rows = drafts.map(({ id, due, of, payer, amount, toReturn, item }, index) => {
    const number = first + index;
    const member = people.get(payer.memberId ?? '');
    // A receipt replaces the last cancelled one of its due, once.
    const replaced = due && named.find((draft) => draft.due === due)?.id === id ? before.get(due.id) : undefined;
    const content: MoneyRow['content'] = {
      association: member?.language === 'hi' && hindi.name ? { ...association, nameInHindi: hindi.name } : association,
      receivedFrom: member?.name ?? payer.office ?? '',
      memberNumber: member?.memberNumber ?? '',
      reference: of?.reference ?? references.get(id) ?? '',
      purpose: due && due.purpose !== 'conference' ? due.purpose : 'excess',
      period: due?.period ?? '',
      membership: due?.membership ?? member?.membership ?? '',
      amount,
      utr: salary?.number ?? gatewayId ?? item.utr ?? '',
      ...(mode && { mode }),
      ...(salary && {
        salary: { office: salary.office, month: salary.month, ...(salary.mode && { mode: salary.mode }) },
      }),
      ...(member?.language === 'hi' && { language: member.language }),
      receivedOn: day,
      replaces: replaced?.label ?? '',
    };
    return {
      ...{
        id,
        paymentId: id,
        year,
        number,
        label: labelOf(prefix, year, number),
        code: newCode(),
        replaces: replaced?.id ?? null,
      },
      ...{
        content,
        issuedAt: now,
        dueId: due?.id ?? null,
        purpose: due?.purpose ?? ('excess' as const),
        period: due?.period ?? null,
        amount,
        receivedOn: day,
        mode: mode ?? null,
        toReturn,
      },
      ...{
        memberId: payer.memberId ?? null,
        participationId: payer.participationId ?? null,
        office: payer.office ?? null,
      },
      ...{ lineId: item.lineId ?? null, askedAt: due?.askedAt ?? now },
    };
  });
  await insertMoney(tx, rows);
  return rows;
}

/** Log and mails, one each receipt. */
async function tellAll(
  tx: Transaction,
  drafts: readonly Draft[],
  rows: Awaited<ReturnType<typeof insertDrafts>>,
  people: ReadonlyMap<string, Person>,
  { source = {}, by }: Arrival,
  restOf: (due: DueRow) => number,
): Promise<void> {
  const action = source.gatewayId
    ? 'received the payment online'
    : source.salary
      ? 'received the payment from the salary'
      : 'saw the payment in the bank account';
  const lines = rows.map(({ content, label, memberId }) => ({
    ...{
      kind: 'decision' as const,
      by,
      subject: content.reference,
      action,
      to: label,
      memberId: memberId ?? undefined,
    },
  }));
  await writeLogLines(tx, lines);
  const mails = drafts.flatMap(({ due, payer }, index) => {
    const member = people.get(payer.memberId ?? '');
    if (!member) return [];
    const { id: receipt, label, content, amount } = rows[index]!;
    const rest = due && !due.unwanted ? restOf(due) : 0;
    const purpose = purposeText({
      purpose: content.purpose,
      period: due?.period ?? null,
      membership: due?.membership ?? null,
    });
    const data = {
      ...{
        name: member.name,
        number: label,
        receipt,
        reference: content.reference,
        purpose,
        amount: formatRupees(amount),
      },
      ...{ rest: rest > 0 ? formatRupees(rest) : '', restReference: rest > 0 ? content.reference : '' },
    };
    return [{ kind: 'payment-received' as const, to: member.email, data, memberId: member.id }];
  });
  if (mails.length > 0) await enqueueMails(tx, mails, { bulk: source.salary !== undefined });
}

/**
 * Cancels receipts that were a mistake: what they settled is owed again, also of other dues, and the claims that they confirmed wait again.
 * @throws WRONG_STATE for one that is cancelled, or of which something went back; YEAR_CLOSED
 */
export async function cancelReceipts(
  tx: Transaction,
  receiptIds: readonly string[],
  reason: string,
  by = '',
): Promise<void> {
  const before = await findMoney(tx, receiptIds);
  const used = await findAllocations(tx, { receiptIds });
  const days = new Set([...[...before.values()].map(({ receivedOn }) => receivedOn), ...used.map(({ day }) => day)]);
  for (const day of [...days].sort()) await mustBeOpenOn(tx, day);
  const isShared = await hasAllocationShare(
    tx,
    used.map(({ id }) => id),
  );
  // The State's share is taken back today, the receipt's own year notwithstanding.
  if (isShared) await mustBeOpenToday(tx);
  const { people, dues, receipts } = await lockAllOf(tx, { receiptIds });
  const rows = receiptIds.map((id) => receipts.get(id));
  if (rows.some((row) => row?.state !== 'received' || row.returned > 0)) throw wrongState();
  const ids = rows.map((row) => row!.id);
  const standing = await findAllocations(tx, { receiptIds: ids });
  // Somebody has used it since.
  if (
    standing.some(({ day }) => !days.has(day)) ||
    (!isShared &&
      (await hasAllocationShare(
        tx,
        standing.map(({ id }) => id),
      )))
  )
    throw new AppError('RECORD_CHANGED', 'This payment has changed meanwhile.');
  await lockLinesOf(
    tx,
    rows.flatMap((row) => row!.lineId ?? []),
  );
  const confirmed = await findConfirmed(tx, ids);
  const claimed = new Set(confirmed.map(({ dueId }) => dueId));
  const becomes = ({ dueId }: { dueId: string }) => (claimed.has(dueId) ? 'open' : becomesOf(dues.get(dueId)!, people));
  await addReversals(
    tx,
    standing.map((allocation) => ({ allocation, day: allocation.day, becomes: becomes(allocation) })),
    { reason, by },
  );
  await reverseAllocationShares(
    tx,
    standing.map(({ id }) => id),
    clock.today(),
  );
  await setToReturn(
    tx,
    rows.filter((row) => row!.toReturn > 0).map((row) => ({ id: row!.id, toReturn: 0 })),
  );
  await cancelMoney(tx, ids, reason);
  await waitAgain(tx, confirmed, dues, receipts);
}

/** Claims that cancelled receipts had confirmed; of one due one waits. */
async function waitAgain(
  tx: Transaction,
  confirmed: readonly ClaimRow[],
  dues: ReadonlyMap<string, DueRow>,
  receipts: ReadonlyMap<string, MoneyRow>,
) {
  const waiting = new Set([...dues.values()].filter(({ claim }) => claim === 'pending').map(({ id }) => id));
  for (const { id, dueId, receiptId } of confirmed.toReversed()) {
    const due = dues.get(dueId);
    const isFirst = !waiting.has(dueId);
    waiting.add(dueId);
    const expected = due?.unwanted ? receipts.get(receiptId!)!.amount : null;
    await updateClaim(tx, id, { state: isFirst ? 'pending' : 'withdrawn', receiptId: null, expected });
  }
}

/** Locks the people of dues and receipts, and all that these owe and have paid. */
export async function lockAllOf(
  tx: Transaction,
  of: { dueIds?: readonly string[]; receiptIds?: readonly string[]; memberIds?: readonly string[] },
) {
  const { memberIds, guestIds } = await findOwners(tx, of);
  const people = await lockPeople(tx, [...new Set([...memberIds, ...(of.memberIds ?? [])])]);
  const money = await lockMoneyOf(tx, [...people.keys()], guestIds);
  const dues = new Map(money.dues.map((due) => [due.id, due]));
  const receipts = new Map(money.receipts.map((row) => [row.id, row]));
  // Of nobody: a paying office's, or an erased person's.
  const others = (of.receiptIds ?? []).filter((id) => !receipts.has(id));
  for (const [id, row] of await lockReceipts(tx, others)) receipts.set(id, row);
  const used = await findAllocations(tx, { receiptIds: others });
  for (const [id, due] of await lockDues(
    tx,
    [...used.map(({ dueId }) => dueId), ...(of.dueIds ?? [])].filter((each) => !dues.has(each)),
  ))
    dues.set(id, due);
  return { people, dues, receipts };
}
