import { randomUUID } from 'node:crypto';
import type { Config } from '#server/config.ts';
import {
  type MemberRow,
  nextReference,
  updateMember,
  updateWithoutVersion,
} from '#server/features/members/members.queries.ts';
import {
  cancelValidReceipts,
  findCancelledReceipts,
  findIssuer,
  insertReceipts,
  takeReceiptNumbers,
} from '#server/features/receipts/issued.queries.ts';
import { mustBeOpenOn } from '#server/features/receipts/receipt-settings.service.ts';
import { purposeText } from '#server/features/receipts/receipt-sheet.ts';
import { addShares, hasShare, reverseShares } from '#server/features/shares/share-entries.queries.ts';
import { forgetNumbers } from '#server/parts/bank-credits/claimed-numbers.queries.ts';
import { forgetSenders } from '#server/parts/bank-credits/credits.queries.ts';
import { numbersOf } from '#server/parts/bank-credits/texts.ts';
import { forgetRefundNotes, releaseBooked } from '#server/parts/gateway/gateway.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { newCode } from '#server/platform/database/columns.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { writeLog, writeLogLines } from '#server/platform/log/log.queries.ts';
import { enqueueMail, enqueueMails } from '#server/platform/mail/outbox.ts';
import { mailOffice } from '#server/platform/mail/to-office.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { type MembershipValue, membershipLabels, membershipValues } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import type { PaymentMode, PaymentState } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { comparableUtr } from '#shared/utr.ts';
import { bookAgreeing, freeLine } from './bookings.ts';
import { isAllowed, mustAllow } from './payment-states.ts';
import { modeOf } from './payment-views.ts';
import {
  deletePayments,
  divideRows,
  eraseFromPayments,
  findAdmission,
  findCredits,
  findRests,
  insertPayment,
  joinParts,
  lockPaymentsOf,
  type PaymentChange,
  type PaymentRow,
  type PaymentView,
  updatePayments,
} from './payments.queries.ts';

// Changes of payments within the transaction of another change: a registration, a decision, a statement, the
// clock. The caller has locked the person's record, and with it everything below it.

type Person = Pick<
  MemberRow,
  'id' | 'reference' | 'memberNumber' | 'name' | 'email' | 'membership' | 'status' | 'language'
>;

/** Asks for the fee of a registration; its reference is the registration's. @param fee whole rupees */
export async function askAdmission(tx: Transaction, member: Person, fee: number): Promise<PaymentRow> {
  return insertPayment(tx, { memberId: member.id, reference: member.reference, purpose: 'admission', amount: fee });
}

/** Asks for another tier. @param amount whole rupees */
export async function askUpgrade(
  tx: Transaction,
  member: Person,
  membership: MembershipValue,
  amount: number,
): Promise<PaymentRow> {
  const reference = await nextReference(tx);
  return insertPayment(tx, { memberId: member.id, reference, purpose: 'upgrade', membership, amount });
}

/** The page where it is paid: the payment step of a registration, or a member's own page. */
export function payingLink(config: Config, payment: Pick<PaymentRow, 'purpose'>, member: Person): string {
  const path =
    payment.purpose === 'admission' && member.status !== 'Approved'
      ? paths.payment(member.id, member.membership)
      : paths.membershipStatus;
  return `${config.publicUrl}${path}`;
}

/** What mails say of a payment. */
export const factsOf = (payment: PaymentRow) => ({
  reference: payment.reference,
  purpose: purposeText(payment),
  amount: formatRupees(payment.amount),
});

export interface Claim {
  /** As it was typed; '' keeps the earlier one. */
  utr: string;
  /** Key of a stored picture; absent: the current one stays. */
  proofFile?: string | undefined;
}

/**
 * Takes the proof of a payment. Each claim sends one notice to the office and one confirmation to the person; a retry sends none.
 * @returns the proof that is no longer needed
 * @throws WRONG_STATE
 */
export async function claimPayment(
  tx: Transaction,
  config: Config,
  member: Person,
  payment: PaymentRow,
  claim: Claim,
): Promise<string | null> {
  mustAllow('claim', payment.state);
  const isNew = payment.state !== 'claimed';
  await updatePayments(tx, [payment.id], {
    state: 'claimed',
    utr: comparableUtr(claim.utr) || payment.utr,
    ...(claim.proofFile ? { proofFile: claim.proofFile } : {}),
    ...(isNew ? { claimedAt: clock.now(), reason: '' } : {}),
  });
  if (isNew) {
    const facts = factsOf(payment);
    const memberId = member.id;
    await enqueueMail(tx, {
      kind: 'payment-claimed',
      to: member.email,
      data: { name: member.name, ...facts },
      memberId,
    });
    const link = `${config.publicUrl}${paths.admin.payments}`;
    await mailOffice(tx, { power: 'money' }, { kind: 'payment-claimed-office', data: { ...facts, link } });
  }
  return claim.proofFile ? payment.proofFile : null;
}

/**
 * Takes the proof of a registration's payment, if that can still be claimed.
 * @returns the proof that is no longer needed
 */
export async function claimAdmission(
  tx: Transaction,
  config: Config,
  member: MemberRow,
  claim: Claim,
): Promise<string | null> {
  if (claim.utr === '' && !claim.proofFile) return null;
  const payment = await findAdmission(tx, member.id);
  if (!isAllowed('claim', payment.state)) return claim.proofFile ?? null;
  // An announced removal is cancelled.
  await updateWithoutVersion(tx, member.id, { removalAt: null });
  return claimPayment(tx, config, member, payment, claim);
}

/**
 * Receives payments: each gets a receipt number and a mail; an upgrade changes the tier. The caller has locked
 * them and left out those that cannot be received.
 * @param receivedOn YYYY-MM-DD in India; decides the financial year
 * @param by the administrator's e-mail, or 'gateway'
 * @param mode how they were paid; absent: told from the narration of their credit
 * @param salary of deductions: their paying office and month, how its money came, and the number of it, which stands on the receipts as the UTR
 * @param gatewayId of one that was paid online: the gateway's number of it, which stands on the receipt as the UTR
 * @throws YEAR_CLOSED
 */
export async function receiveLocked(
  tx: Transaction,
  views: PaymentView[],
  receivedOn: string,
  by: string,
  mode?: PaymentMode,
  gatewayId?: string,
  salary?: { number: string; mode: string | null; office: string; month: string },
): Promise<void> {
  if (views.length === 0) return;
  await mustBeOpenOn(tx, receivedOn);
  const [free, paid] = [views.filter(isFree), views.filter((view) => !isFree(view))];
  // No number of a receipt is for nothing.
  if (free.length > 0) {
    await updatePayments(
      tx,
      free.map(({ payment }) => payment.id),
      { state: 'waived', reason: '' },
    );
  }
  const ids = paid.map(({ payment }) => payment.id);
  const now = clock.now();
  const year = financialYearOf(receivedOn);
  const { association, prefix, hindi } = await findIssuer(tx);
  const cancelled = await findCancelledReceipts(tx, ids);
  // Payments from a statement have their credits already, and what the gateway took is no credit of a person.
  const unmatched = gatewayId
    ? []
    : paid.filter(({ payment }) => payment.lineId === null).map(({ payment }) => payment.id);
  await bookAgreeing(tx, unmatched, mode);
  if (ids.length > 0) await updatePayments(tx, ids, { state: 'received', receivedAt: now, receivedOn, reason: '' });
  const credits = await findCredits(tx, ids);
  const modes = await noteModes(tx, ids, credits, mode);
  const rests = await findRests(tx, ids);
  const upgraded = views.filter((view) => leadsHigher(view) && !rests.has(view.payment.id));
  for (const { payment, member } of upgraded) {
    const memberId = member!.id;
    const to = payment.membership!;
    await updateMember(tx, memberId, { membership: to });
    const change = { from: member!.membership, to, action: 'changed the membership' };
    await writeLog(tx, { kind: 'decision', by, subject: member!.reference, memberId, ...change });
    const data = { name: member!.name, tier: membershipLabels[to] };
    await enqueueMail(tx, { kind: 'membership-changed', to: member!.email, data, memberId });
  }
  if (upgraded.length > 0) await notify(tx, 'members');
  if (paid.length === 0) return;
  // Last, because from here on all others who receive payments wait for this transaction.
  const first = await takeReceiptNumbers(tx, year, paid.length);
  const rows = paid.map(({ payment, member }, index) => {
    const number = first + index;
    const before = cancelled.get(payment.id);
    return {
      id: randomUUID(),
      paymentId: payment.id,
      year,
      number,
      label: `${prefix}${year}/${String(number).padStart(6, '0')}`,
      code: newCode(),
      replaces: before?.id ?? null,
      issuedAt: now,
      content: {
        association:
          member?.language === 'hi' && hindi.name ? { ...association, nameInHindi: hindi.name } : association,
        receivedFrom: member?.name ?? payment.erased?.office ?? '',
        memberNumber: member?.memberNumber ?? '',
        reference: paid[index]!.reference,
        purpose: payment.purpose,
        period: payment.period ?? '',
        membership: payment.membership ?? member?.membership ?? '',
        amount: payment.amount,
        utr: salary?.number ?? (gatewayId || numberWith(payment, credits.get(payment.id))),
        ...(modes.has(payment.id) ? { mode: modes.get(payment.id)! } : {}),
        ...(salary
          ? { salary: { office: salary.office, month: salary.month, ...(salary.mode && { mode: salary.mode }) } }
          : {}),
        ...(member?.language === 'hi' && { language: member.language }),
        receivedOn,
        replaces: before?.label ?? '',
      },
    };
  });
  await insertReceipts(tx, rows);
  await addShares(
    tx,
    rows.map(({ id }) => id),
  );
  const action = gatewayId
    ? 'received the payment online'
    : salary
      ? 'received the payment from the salary'
      : 'saw the payment in the bank account';
  await writeLogLines(
    tx,
    paid.map(({ reference, member }, index) => ({
      kind: 'decision' as const,
      by,
      subject: reference,
      action,
      to: rows[index]!.label,
      memberId: member?.id,
    })),
  );
  const mails = paid.flatMap(({ payment, reference, member }, index) => {
    const { id: receipt, label } = rows[index]!;
    if (!member) return [];
    const rest = rests.get(payment.id);
    const data = {
      name: member.name,
      number: label,
      receipt,
      ...factsOf(payment),
      reference,
      rest: rest ? formatRupees(rest.amount) : '',
      restReference: rest?.reference ?? '',
    };
    return [{ kind: 'payment-received' as const, to: member.email, data, memberId: member.id }];
  });
  if (mails.length > 0) await enqueueMails(tx, mails, { bulk: salary !== undefined });
}

type Credits = Awaited<ReturnType<typeof findCredits>>;

/** The number a payment was received with: the one that was sent, if its credit has it, else the credit's. */
function numberWith({ utr }: PaymentRow, credit: ReturnType<Credits['get']>): string {
  const isThere = !credit || numbersOf(utr).some((number) => credit.keys.includes(number));
  return isThere ? utr : credit.utr || utr;
}

/** Saves how payments were made, if known. @param officeMode the office's choice; absent: told from their credits */
async function noteModes(tx: Transaction, ids: string[], credits: Credits, officeMode: PaymentMode | undefined) {
  const modes = new Map<string, PaymentMode>();
  for (const id of ids) {
    const mode = officeMode ?? modeOf(credits.get(id)?.narration ?? '');
    if (mode) modes.set(id, mode);
  }
  for (const [mode, of] of Map.groupBy(modes.keys(), (id) => modes.get(id)!)) await updatePayments(tx, of, { mode });
  return modes;
}

/**
 * Adds a payment for what came beyond another one, to be refunded once it has been received.
 * @param amount whole rupees
 * @param beyond the payment whose reference it bears; null: none is open
 */
export async function askExcess(
  tx: Transaction,
  member: { id: string },
  amount: number,
  beyond: string | null,
): Promise<PaymentRow> {
  const reference = await nextReference(tx);
  const values = {
    memberId: member.id,
    reference,
    purpose: 'excess',
    amount,
    refundDue: true,
    partOf: beyond,
  } as const;
  return insertPayment(tx, values);
}

/**
 * Divides payments of which less came: what came is a part, which can be received, and the rest stays due.
 * @param parts whole rupees, less than the amounts
 * @returns what is to be received for each payment
 */
export async function dividePayments(
  tx: Transaction,
  parts: readonly { id: string; came: number }[],
): Promise<(id: string) => string> {
  const made = parts.length > 0 ? await divideRows(tx, parts) : new Map<string, string>();
  return (id) => made.get(id) ?? id;
}

/** The same of a deduction that was nobody's: the paying office paid it. @param amount whole rupees */
export async function askOfficeExcess(tx: Transaction, office: string, amount: number): Promise<PaymentRow> {
  const reference = await nextReference(tx);
  const erased = { reference: '', membership: '', office };
  return insertPayment(tx, { erased, reference, purpose: 'excess', amount, refundDue: true });
}

const isFree = ({ payment }: PaymentView) => payment.amount === 0;

/** Whether a payment is for a higher membership than the member's: the office may have changed that since. */
const leadsHigher = ({ payment, member }: PaymentView) =>
  payment.membership !== null && member !== null && isHigher(payment.membership, member.membership);

const isHigher = (one: MembershipValue, other: MembershipValue) =>
  membershipValues.indexOf(one) < membershipValues.indexOf(other);

/** What happens to the payments of somebody who is refused or leaves. */
export type MoneyDecision = 'refund' | 'keep';

/**
 * Applies a decision about a person to their payments: due ones are cancelled, a claimed or received admission
 * is marked for a refund unless the office keeps it; members who are back owe again what was cancelled. Subscriptions and
 * upgrades are only asked for while somebody is a member.
 * @returns whether money has to be refunded
 */
export async function followDecision(
  tx: Transaction,
  member: MemberRow,
  to: 'New' | 'Approved' | 'Rejected',
  money: MoneyDecision,
  reason: string,
): Promise<'refund' | 'keep' | 'none'> {
  const rows = await lockPaymentsOf(tx, member.id);
  const idsOf = (matches: (row: PaymentRow) => boolean) => rows.filter(matches).map((row) => row.id);
  if (to === 'Rejected') {
    const due = idsOf((row) => isAllowed('cancel', row.state));
    if (due.length > 0) await updatePayments(tx, due, { state: 'cancelled', reason });
    const paid = idsOf((row) => row.purpose === 'admission' && (row.state === 'claimed' || row.state === 'received'));
    if (paid.length === 0) return 'none';
    if (money === 'refund') await updatePayments(tx, paid, { refundDue: true });
    return money;
  }
  if (to === 'New') {
    const due = idsOf((row) => row.purpose !== 'admission' && isAllowed('cancel', row.state));
    if (due.length > 0) await updatePayments(tx, due, { state: 'cancelled', reason: serverMessages.underReview });
  }
  const isBack = (row: PaymentRow) =>
    !row.doubleOf && (row.purpose === 'admission' || (to === 'Approved' && isStillWanted(row, rows, member)));
  const cancelled = idsOf((row) => isAllowed('reopen', row.state) && isBack(row));
  if (cancelled.length > 0) await updatePayments(tx, cancelled, { state: 'due', reason: '' });
  if (member.status === 'Rejected') {
    const marked = idsOf(
      (row) => row.refundDue && row.state !== 'refunded' && row.purpose !== 'excess' && !row.doubleOf,
    );
    if (marked.length > 0) await updatePayments(tx, marked, { refundDue: false });
  }
  return 'none';
}

/** Of several upgrades only the last one counts, and only while it leads higher; subscriptions are for different years, so all count. */
function isStillWanted(row: PaymentRow, rows: PaymentRow[], member: MemberRow): boolean {
  if (row.purpose === 'excess') return false;
  if (row.purpose !== 'upgrade') return true;
  const isLast = !rows.some((other) => other.purpose === 'upgrade' && other.createdAt > row.createdAt);
  return isLast && row.membership !== null && isHigher(row.membership, member.membership);
}

const settledStates = new Set<PaymentState>(['received', 'claimed', 'waived']);

/**
 * After a change of the tier by the office: what is due of a payment gets the current fee without what has come of it or was waived; claimed and
 * received ones stay.
 * @param feeOf the current fee of a tier in whole rupees
 */
export async function followTier(
  tx: Transaction,
  member: MemberRow,
  tier: MembershipValue,
  feeOf: (tier: MembershipValue) => Promise<number>,
): Promise<void> {
  const rows = (await lockPaymentsOf(tx, member.id)).filter((row) => !row.doubleOf && !isExcess(row));
  for (const [, parts] of Map.groupBy(rows, ({ id, partOf }) => partOf ?? id)) {
    const [first, ...others] = parts.filter(({ state }) => state === 'due');
    if (!first || (first.purpose !== 'admission' && first.purpose !== 'upgrade')) continue;
    const { membership } = first;
    if (membership !== null && !isHigher(membership, tier)) {
      const ended = { state: 'cancelled' as const, reason: serverMessages.tierChanged };
      await updatePayments(tx, [first.id, ...others.map(({ id }) => id)], ended);
      continue;
    }
    const settled = parts
      .filter(({ state }) => settledStates.has(state))
      .reduce((sum, { amount: part }) => sum + part, 0);
    const fee = membership === null ? await feeOf(tier) : (await feeOf(membership)) - (await feeOf(tier));
    await updatePayments(tx, [first.id], { amount: Math.max(0, fee - settled) });
    // Parts whose receipts were cancelled are asked for as one again.
    if (others.length > 0) {
      const joined = { amount: 0, state: 'waived' as const, reason: 'It is asked for with its other part.' };
      await updatePayments(
        tx,
        others.map(({ id }) => id),
        joined,
      );
    }
  }
}

/**
 * Prepares the deletion of a record: payments that were never received are deleted, received ones stay without the person. So do
 * those with a receipt, even a cancelled one, since its number stays in the ledger.
 * @returns the proofs that are no longer needed
 * @throws MONEY_OPEN while a payment is claimed or has to be refunded
 */
export async function forgetPerson(
  tx: Transaction,
  member: Pick<MemberRow, 'id' | 'reference' | 'membership'>,
): Promise<(string | null)[]> {
  const rows = await lockPaymentsOf(tx, member.id);
  mustBeSettled(rows);
  const cancelled = await findCancelledReceipts(
    tx,
    rows.map((row) => row.id),
  );
  const isKept = (row: PaymentRow) => row.receivedOn !== null || cancelled.has(row.id);
  const keptIds = rows.filter(isKept).map((row) => row.id);
  const due = rows.filter((row) => isKept(row) && isAllowed('cancel', row.state)).map((row) => row.id);
  if (due.length > 0) await updatePayments(tx, due, { state: 'cancelled' });
  const ids = rows.map((row) => row.id);
  await forgetNumbers(tx, ids);
  await forgetRefundNotes(tx, ids);
  await forgetSenders(tx, keptIds);
  await eraseFromPayments(tx, member, keptIds);
  const dropped = rows.filter((row) => !isKept(row)).map((row) => row.id);
  if (dropped.length > 0) await deletePayments(tx, dropped);
  return rows.map((row) => row.proofFile);
}

function mustBeSettled(rows: PaymentRow[]): void {
  if (!rows.some((row) => row.state === 'claimed' || row.refundDue)) return;
  throw new AppError('MONEY_OPEN', serverMessages.moneyOpen);
}

export interface Refund {
  /** YYYY-MM-DD. */
  refundedOn: string;
  utr: string;
  note: string;
}

/**
 * Notes that a received payment was sent back, and tells the person.
 * @param by the administrator's e-mail
 * @throws WRONG_STATE, YEAR_CLOSED
 */
export async function refundLocked(
  tx: Transaction,
  { payment, reference, member }: PaymentView,
  refund: Refund,
  by: string,
) {
  mustAllow('refund', payment.state);
  const { refundedOn, utr, note } = refund;
  await mustBeOpenOn(tx, refundedOn);
  const newNote = note === '' ? payment.note : note;
  const change = { refundedOn, refundUtr: utr, note: newNote, refundDue: false, reason: '' };
  await updatePayments(tx, [payment.id], { state: 'refunded', ...change });
  await reverseShares(tx, [payment.id], refundedOn);
  const action = 'refunded the payment';
  await writeLog(tx, { kind: 'decision', by, subject: reference, action, note, memberId: member?.id });
  if (!member) return;
  const date = dayInWords(new Date(`${refundedOn}T00:00:00Z`));
  const data = { name: member.name, ...factsOf(payment), reference, utr, date };
  await enqueueMail(tx, { kind: 'payment-refunded', to: member.email, data, memberId: member.id });
}

/**
 * Cancels a mistaken receipt; the payment returns to its earlier state, and an overpaid amount is cancelled.
 * @throws WRONG_STATE, YEAR_CLOSED
 */
export const cancelReceiptLocked = (tx: Transaction, view: PaymentView, reason: string): Promise<void> =>
  cancelReceiptsLocked(tx, [view], reason);

/** The same of several payments at once. @throws WRONG_STATE, YEAR_CLOSED */
export async function cancelReceiptsLocked(
  tx: Transaction,
  views: readonly PaymentView[],
  reason: string,
): Promise<void> {
  if (views.length === 0) return;
  const rows = views.map(({ payment }) => payment);
  for (const { state } of rows) mustAllow('cancelReceipt', state);
  for (const day of new Set(rows.map(({ receivedOn }) => receivedOn!))) await mustBeOpenOn(tx, day);
  await mustBeOnlyUpgrade(tx, rows);
  const idsOf = (of: readonly PaymentRow[]) => of.map(({ id }) => id);
  const ids = idsOf(rows);
  if (await hasShare(tx, ids)) {
    // The State's share is taken back today, the receipt's own year notwithstanding.
    await mustBeOpenOn(tx, clock.today());
    await reverseShares(tx, ids, clock.today());
  }
  await cancelValidReceipts(tx, ids, clock.now(), reason);
  for (const { id, lineId } of rows) await freeLine(tx, id, lineId);
  await releaseBooked(tx, ids);
  const none = { receivedAt: null, receivedOn: null, mode: null };
  const rejected = new Set(
    views.filter(({ member }) => member?.status === 'Rejected').map(({ payment }) => payment.id),
  );
  const after = (row: PaymentRow): PaymentChange => {
    if (isExcess(row)) return { state: 'cancelled', refundDue: false, reason };
    // The claim stays, and what it says has come is still to be sent back where nothing is owed.
    if (row.claimedAt !== null) return { state: 'claimed' };
    if (row.doubleOf) return { state: 'waived', refundDue: false };
    return rejected.has(row.id) ? { state: 'cancelled', refundDue: false, reason } : { state: 'due', refundDue: false };
  };
  const changes = Map.groupBy(rows, (row) => JSON.stringify(after(row)));
  for (const same of changes.values()) await updatePayments(tx, idsOf(same), { ...none, ...after(same[0]!) });
  await joinParts(tx, idsOf(rows.filter((row) => !isExcess(row))));
}

/** Only one upgrade of a member can be asked for at a time. @throws WRONG_STATE */
async function mustBeOnlyUpgrade(tx: Transaction, rows: readonly PaymentRow[]): Promise<void> {
  for (const row of rows.filter(({ purpose, doubleOf }) => purpose === 'upgrade' && doubleOf === null)) {
    const others = row.memberId === null ? [] : await lockPaymentsOf(tx, row.memberId);
    const isOpen = ({ id, purpose, partOf, state }: PaymentRow) =>
      id !== (row.partOf ?? row.id) &&
      purpose === 'upgrade' &&
      partOf === null &&
      ['due', 'claimed', 'refused'].includes(state);
    if (others.some(isOpen)) throw new AppError('WRONG_STATE', serverMessages.otherUpgrade);
  }
}

const isExcess = ({ purpose }: PaymentRow) => purpose === 'excess';
