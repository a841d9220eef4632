import { endForLeaving } from '#server/features/checkoff/authorisations.queries.ts';
import { findCurrent, resumeEnded } from '#server/features/corrections/corrections.queries.ts';
import {
  findMember,
  type MemberRow,
  returnMemberNumber,
  updateMember,
} from '#server/features/members/members.queries.ts';
import { forgetFactsAfter, lastFact } from '#server/features/members/membership-facts.ts';
import { leaveConferences } from '#server/features/participations/own/erasure.ts';
import { findGuestCopies, restoreGuests } from '#server/features/participations/participations.queries.ts';
import {
  deletePayments,
  lockPaymentsOf,
  type PaymentRow,
  updatePayments,
} from '#server/features/payments/payments.queries.ts';
import { findPrintedNumber } from '#server/features/receipts/issued.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { findUntried } from '#server/platform/mail/mail.queries.ts';
import { sendMailsAt, withdrawUntried } from '#server/platform/mail/outbox.ts';
import type { TakeBack } from '#server/taking-back.ts';
import { clock } from '#shared/clock.ts';
import { AppError, recordChanged } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { MailKind } from '#shared/mail-names.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import type { PaymentFacts } from './tables.ts';
import { type DecisionUndo, deleteUndo, findUndo, saveUndo } from './undo.queries.ts';

/** The mails of a decision that are withdrawn with it. */
const ofDecision: string[] = ['credentials', 'membership-reinstated', 'registration-rejected'] satisfies MailKind[];
/** A received payment stays received, so its mail only waits with the others. */
const ofReceipt: string = 'payment-received' satisfies MailKind;

const iso = (date: Date | null) => date?.toISOString() ?? null;
const dateOf = (text: string | null) => (text === null ? null : new Date(text));

const factsOf = ({ state, amount, reason, refundDue }: PaymentRow): PaymentFacts => ({
  state,
  amount,
  reason,
  refundDue,
});
const isSame = (one: PaymentFacts, other: PaymentFacts) =>
  (['state', 'amount', 'reason', 'refundDue'] as const).every((name) => one[name] === other[name]);

/** What a decision about a locked record is about to change. */
export async function readBefore(tx: Transaction, row: MemberRow) {
  const current = (await findCurrent(tx, [row.id])).get(row.id);
  return {
    record: {
      tier: row.membership,
      memberNumber: row.memberNumber,
      rejectionReason: row.rejectionReason,
      approvedAt: iso(row.approvedAt),
      decidedAt: iso(row.decidedAt),
      removalAt: iso(row.removalAt),
      correctionState: row.correctionState,
      correctionAnsweredAt: iso(row.correctionAnsweredAt),
      correction: current ? { id: current.id, changes: current.changes } : null,
      lastFact: await lastFact(tx, row.id),
      guests: await findGuestCopies(tx, row.email),
    },
    payments: await lockPaymentsOf(tx, row.id),
    mails: await findUntried(tx, row.id),
  };
}

/** The payments that differ from those before; what was received meanwhile stays received. */
function changedPayments(before: readonly PaymentRow[], after: readonly PaymentRow[]): DecisionUndo['payments'] {
  const earlier = new Map(before.map((row) => [row.id, factsOf(row)]));
  return after.flatMap((row) => {
    const was = earlier.get(row.id) ?? null;
    const is = factsOf(row);
    const isReceived = row.state === 'received' && was?.state !== 'received';
    return isReceived || (was && isSame(was, is)) ? [] : [{ id: row.id, before: was, after: is }];
  });
}

/**
 * Lets a decision that was just made be taken back for some seconds; its mails leave after them.
 * @returns until when
 */
export async function letUndo(
  tx: Transaction,
  memberId: string,
  { record, payments, mails }: Awaited<ReturnType<typeof readBefore>>,
  by: string,
): Promise<Date> {
  const until = new Date(clock.ms() + limits.undoSeconds * 1_000);
  const after = (await findMember(tx, memberId, 'unrestricted'))!;
  const earlier = new Set(mails.map(({ id }) => id));
  const queued = (await findUntried(tx, memberId)).filter(
    // Credentials may wait since an approval before.
    ({ id, kind }) => kind === 'credentials' || (!earlier.has(id) && [...ofDecision, ofReceipt].includes(kind)),
  );
  const ids = queued.map(({ id }) => id);
  await sendMailsAt(tx, ids, until);
  await saveUndo(tx, {
    memberId,
    by,
    until,
    version: after.version,
    before: record,
    payments: changedPayments(payments, await lockPaymentsOf(tx, memberId)),
    mails: queued.filter(({ kind }) => kind !== ofReceipt).map(({ id }) => id),
  });
  return until;
}

const tooLate = () =>
  new AppError('TOO_LATE', 'This can no longer be taken back. Please set the record back to New instead.');

/** Puts the payments back that nobody has changed since. @throws RECORD_CHANGED */
async function restorePayments(tx: Transaction, changed: DecisionUndo['payments'], rows: readonly PaymentRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, before, after } of changed) {
    const row = byId.get(id);
    if (!row || !isSame(factsOf(row), after)) throw recordChanged();
    if (before) await updatePayments(tx, [id], before);
    else await deletePayments(tx, [id]);
  }
}

/** Ends the time in which a decision can be taken back: its mails leave now. @returns whether it had not ended */
export async function endUndo(tx: Transaction, memberId: string): Promise<boolean> {
  const undo = await findUndo(tx, memberId);
  if (!undo) return false;
  await sendMailsAt(tx, undo.mails, clock.now());
  await deleteUndo(tx, memberId);
  return true;
}

/**
 * Takes back the last decision about a new registration, with its number and its mails. Received money stays received: a
 * receipt is never undone.
 * @param row the record, locked by the caller, as are its conferences
 * @param version the one that was seen
 * @throws TOO_LATE, FORBIDDEN for others than who decided, RECORD_CHANGED
 */
export async function undoLocked(
  tx: Transaction,
  row: MemberRow,
  by: string,
  takeBack: TakeBack,
  version?: number,
): Promise<void> {
  const undo = await findUndo(tx, row.id);
  if (!undo) throw tooLate();
  if (undo.by !== by) throw new AppError('FORBIDDEN', 'Only who has decided can take the decision back.');
  if (row.version !== undo.version || (version !== undefined && version !== row.version)) throw recordChanged();
  const payments = await lockPaymentsOf(tx, row.id);
  // Their rows are the lock that decides between a mail and its withdrawal.
  if (!(await withdrawUntried(tx, undo.mails))) throw tooLate();
  await restorePayments(tx, undo.payments, payments);
  if (row.status === 'Approved') {
    await takeBack(tx, { subject: { memberId: row.id } });
    await restoreGuests(tx, row.id, undo.before.guests ?? []);
    await leaveConferences(tx, [row.id]);
    await endForLeaving(tx, [row.id]);
  }
  const {
    correction,
    lastFact: fact,
    tier,
    approvedAt,
    decidedAt,
    removalAt,
    correctionAnsweredAt,
    guests: _guests,
    ...same
  } = undo.before;
  await updateMember(tx, row.id, {
    ...same,
    status: 'New',
    membership: tier as MembershipValue,
    approvedAt: dateOf(approvedAt),
    decidedAt: dateOf(decidedAt),
    removalAt: dateOf(removalAt),
    correctionAnsweredAt: dateOf(correctionAnsweredAt),
  });
  await forgetFactsAfter(tx, row.id, fact);
  if (correction) await resumeEnded(tx, correction.id, correction.changes);
  await deleteUndo(tx, row.id);
  const action = 'took the decision back';
  await writeLog(tx, {
    kind: 'decision',
    by,
    subject: row.reference,
    action,
    from: row.status,
    to: 'New',
    memberId: row.id,
  });
  if (row.memberNumber === null || row.memberNumber === undo.before.memberNumber) return;
  // A receipt that bears the number keeps it from everybody else.
  const paid = payments.map(({ id }) => id);
  if ((await findPrintedNumber(tx, paid)) !== row.memberNumber) await returnMemberNumber(tx, row.memberNumber);
}
