import { type Core, serviceOf } from '#server/core.ts';
import { bookLines } from '#server/features/payments/bookings.ts';
import { askExcess, dividePayments, receiveLocked } from '#server/features/payments/ledger.ts';
import { isAllowed, stateMessage } from '#server/features/payments/payment-states.ts';
import {
  findViews,
  lockPayments,
  type PaymentView,
  updatePayments,
} from '#server/features/payments/payments.queries.ts';
import { holdYears } from '#server/features/receipts/issued.queries.ts';
import { yearClosed } from '#server/features/receipts/receipt-settings.service.ts';
import { createDecisionService } from '#server/features/registrations/decisions.service.ts';
import { type LineRow, lockLines, recountBooked } from '#server/parts/bank-credits/credits.queries.ts';
import { type Match, type Matches, matchLines } from '#server/parts/bank-credits/matching.ts';
import { setSettlementLine } from '#server/parts/gateway/settlements.queries.ts';
import { gathered } from '#server/platform/batches.ts';
import { notify } from '#server/platform/database/client.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type { leftCodes } from '#shared/contracts/statements.ts';
import { notFound } from '#shared/errors.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { findStatement } from './statements.queries.ts';

/** A credit with what it is for. */
export type Accepted = AcceptedPayment | AcceptedSettlement;

interface AcceptedSettlement {
  lineId: string;
  settlementId: string;
}

interface AcceptedPayment {
  lineId: string;
  paymentId: string;
  /** The overpaid amount is to be refunded. */
  excess?: boolean;
  /** The rest of the payment stays due. */
  part?: boolean;
  /** Somebody has read it; without this it is received only while it is sure. */
  seen?: boolean;
  /** The `version` of the line that was read. */
  version?: string | undefined;
}

export interface LeftPair {
  /** The payment's or settlement's. */
  id: string;
  lineId: string;
  code: (typeof leftCodes)[number];
  message: string;
}

interface Batch {
  accepted: AcceptedPayment[];
  left: LeftPair[];
  /** The received part of each payment that is split, by its id; whole rupees. */
  parts: Map<string, number>;
  /** The overpaid amount of a line, by the id of its last payment; whole rupees. */
  excesses: Map<string, number>;
}

/** Pairs per transaction, during which nobody else gets a receipt number. */
const pairsAtOnce = 100;

/** Batches of about that size; pairs of one line stay together. */
function inParts(accept: readonly AcceptedPayment[]): AcceptedPayment[][] {
  const ids = new Set<string>();
  const isFirst = (pair: AcceptedPayment) => ids.size < ids.add(`${pair.lineId} ${pair.paymentId}`).size;
  return gathered(Map.groupBy(accept.filter(isFirst), ({ lineId }) => lineId).values(), pairsAtOnce);
}

const leave = ({ lineId, paymentId: id }: AcceptedPayment, code: LeftPair['code'], message: string): LeftPair => ({
  id,
  lineId,
  code,
  message,
});

/** Why a payment cannot be received; null when it can. */
function refusal(pair: AcceptedPayment, view: PaymentView | undefined): LeftPair | null {
  if (!view) return leave(pair, 'NOT_FOUND', serverMessages.paymentNotFound);
  const { state } = view.payment;
  if (isAllowed('receive', state)) return null;
  return leave(pair, state === 'received' ? 'ALREADY_RECEIVED' : 'WRONG_STATE', stateMessage(state));
}

/** Which of the locked pairs can be received. */
function checkPairs(
  part: readonly AcceptedPayment[],
  views: Map<string, PaymentView>,
  lines: Map<string, LineRow>,
  closed: ReadonlySet<string>,
  verdicts: Matches['verdicts'],
): Batch {
  const parts = new Map<string, number>();
  const excesses = new Map<string, number>();
  const left: LeftPair[] = [];
  const accepted: AcceptedPayment[] = [];
  const used = new Set<string>();
  for (const [lineId, group] of Map.groupBy(part, (pair) => pair.lineId)) {
    const open = group.filter((pair) => {
      const view = views.get(pair.paymentId);
      const twice = used.has(pair.paymentId);
      const refused = twice ? leave(pair, 'ALREADY_RECEIVED', stateMessage('received')) : refusal(pair, view);
      if (refused) left.push(refused);
      return !refused;
    });
    const line = lines.get(lineId);
    const remaining = line ? line.amount - line.booked : 0;
    const sum = open.reduce((total, { paymentId }) => total + views.get(paymentId)!.payment.amount * 100, 0);
    const unread = open.flatMap((pair) => unreadCode(pair, verdicts.get(lineId)) ?? [])[0];
    const because = (code: LeftPair['code'], message: string) =>
      left.push(...open.map((pair) => leave(pair, code, message)));
    if (!line) because('NOT_FOUND', serverMessages.lineNotFound);
    else if (line.withdrawn) because('WRONG_STATE', serverMessages.lineNotRead);
    else if (line.dismissedAt) because('WRONG_STATE', 'This line was dismissed as no membership payment.');
    else if (remaining === 0) because('LINE_USED', serverMessages.lineUsed);
    else if (unread) because(unread, unread === 'NOT_SURE' ? serverMessages.notSure : serverMessages.lineChanged);
    else if (closed.has(financialYearOf(receivedOn(line.date)))) {
      because('YEAR_CLOSED', yearClosed(financialYearOf(receivedOn(line.date))).message);
    } else {
      const difference = differenceOf(open, remaining - sum, views);
      if (difference === null) {
        because('AMOUNT_DIFFERS', 'The amount of the line is not that of the payment.');
        continue;
      }
      if (difference.came !== undefined) parts.set(difference.id, difference.came);
      if (difference.beyond !== undefined) excesses.set(difference.id, difference.beyond);
      accepted.push(...open);
      for (const { paymentId } of open) used.add(paymentId);
    }
  }
  return { accepted, left, parts, excesses };
}

const isSure = ({ paymentId }: AcceptedPayment, match: Match | undefined) =>
  match?.list === 'sure' && match.paymentIds.includes(paymentId);

/** Why a pair is not received as it stands at this moment: nobody has read it, or it was read when it was another one; null: it can be. */
function unreadCode(pair: AcceptedPayment, match: Match | undefined): 'NOT_SURE' | 'RECORD_CHANGED' | null {
  if (!match || isSure(pair, match)) return null;
  if (!pair.seen) return 'NOT_SURE';
  if (pair.version !== undefined) return pair.version === match.version ? null : 'RECORD_CHANGED';
  // Without a version it must be clear that this is what was read.
  const { list, reason, paymentIds } = match;
  if (list === 'toLook' || list === 'unknown') return reason === 'TWO_CLAIMANTS' ? 'NOT_SURE' : null;
  return list === 'agrees' && paymentIds.includes(pair.paymentId) ? null : 'NOT_SURE';
}

/** How a difference between a line and its payments is handled; null: not at all, so that they cannot be received. */
function differenceOf(pairs: readonly AcceptedPayment[], paise: number, views: Map<string, PaymentView>) {
  if (paise === 0) return { id: '' };
  if (paise % 100 !== 0) return null;
  const difference = paise / 100;
  const last = pairs.findLast(({ excess, part }) => (difference > 0 ? excess : part));
  if (!last) return null;
  if (difference > 0) return { id: last.paymentId, beyond: difference };
  const came = views.get(last.paymentId)!.payment.amount + difference;
  return came > 0 ? { id: last.paymentId, came } : null;
}

const isListed = ({ amount, booked, withdrawn, dismissedAt }: LineRow) =>
  booked < amount && !withdrawn && dismissedAt === null;

const isExcess = ({ payment }: PaymentView) => payment.purpose === 'excess';

/** The day of a line for the ledger: a bank may date a credit in the future. */
const receivedOn = (day: string) => (day > clock.today() ? clock.today() : day);

export function createReconciliation(core: Core) {
  const { database } = core;
  const { approveClear } = serviceOf(core, createDecisionService);
  async function receivePart(
    statementId: string,
    part: AcceptedPayment[],
    withApproval: boolean,
    by: string,
  ): Promise<{ received: number; approved: number; left: LeftPair[] }> {
    return database.transaction(async (tx) => {
      const ids = [...new Set(part.map(({ paymentId }) => paymentId))];
      const views = new Map((await lockPayments(tx, ids)).map((view) => [view.payment.id, view]));
      const lines = await lockLines(tx, statementId, [...new Set(part.map(({ lineId }) => lineId))]);
      const days = [...lines.values()].map(({ date }) => receivedOn(date));
      const closed = await holdYears(tx, days.map(financialYearOf));
      // At this moment, under the locks: what was sure when it was shown may not be so any more.
      const { verdicts } = await matchLines(tx, [...lines.values()].filter(isListed));
      const { accepted, left, parts, excesses } = checkPairs(part, views, lines, closed, verdicts);
      let approved = 0;
      for (const pair of withApproval ? accepted.filter((pair) => isSure(pair, verdicts.get(pair.lineId))) : []) {
        const { payment, member } = views.get(pair.paymentId)!;
        if (payment.purpose !== 'admission' || !member) continue;
        if (await approveClear(tx, member.id, payment.id, by)) approved += 1;
      }
      if (approved > 0) await notify(tx, 'members');
      const partOf = await dividePayments(
        tx,
        [...parts].map(([id, came]) => ({ id, came })),
      );
      // Of somebody who was rejected only what is claimed can be open.
      const ended = [...parts.keys()].filter((id) => views.get(id)!.member?.status === 'Rejected');
      if (ended.length > 0) await updatePayments(tx, ended, { state: 'cancelled' });
      const booked = accepted.map(({ paymentId, lineId }) => ({
        paymentId: partOf(paymentId),
        lineId,
        utr: lines.get(lineId)!.utr,
      }));
      for (const { paymentId, lineId } of accepted) {
        const beyond = excesses.get(paymentId);
        if (beyond === undefined) continue;
        const excess = await askExcess(tx, views.get(paymentId)!.member!, beyond, paymentId);
        booked.push({ paymentId: excess.id, lineId, utr: lines.get(lineId)!.utr });
      }
      await bookLines(tx, booked);
      const dayOf = new Map(booked.map(({ paymentId, lineId }) => [paymentId, receivedOn(lines.get(lineId)!.date)]));
      // Read again under the same locks: an approval has given a member number, and the line its UTR.
      const current = accepted.length > 0 ? await findViews(tx, [...dayOf.keys()]) : [];
      // An overpaid amount gets its receipt after its payment.
      const inOrder = [...current.filter((view) => !isExcess(view)), ...current.filter(isExcess)];
      const byDay = Map.groupBy(inOrder, ({ payment }) => dayOf.get(payment.id)!);
      // In a fixed order, as each day's financial year stays locked until the end.
      for (const day of [...byDay.keys()].sort()) await receiveLocked(tx, byDay.get(day)!, day, by);
      return { received: accepted.length, approved, left };
    });
  }

  /** Accepts lines as settlements of the gateway: only while they are sure, since nobody else's money may be taken for one. */
  async function acceptSettlements(statementId: string, pairs: readonly AcceptedSettlement[]) {
    return database.transaction(async (tx) => {
      const lines = await lockLines(tx, statementId, [...new Set(pairs.map(({ lineId }) => lineId))]);
      const { verdicts } = await matchLines(tx, [...lines.values()].filter(isListed));
      const left: LeftPair[] = [];
      const booked: string[] = [];
      for (const { lineId, settlementId: id } of pairs) {
        const line = lines.get(lineId);
        const { list, settlement } = verdicts.get(lineId) ?? {};
        const leave = (code: LeftPair['code'], message: string) => left.push({ id, lineId, code, message });
        if (!line) leave('NOT_FOUND', serverMessages.lineNotFound);
        else if (line.booked > 0 || booked.includes(lineId)) leave('LINE_USED', serverMessages.lineUsed);
        else if (!isListed(line)) leave('WRONG_STATE', serverMessages.lineNotRead);
        else if (settlement?.id !== id) leave('NOT_FOUND', 'This credit has not the number of this settlement.');
        else if (settlement.amount !== line.amount) leave('AMOUNT_DIFFERS', serverMessages.settlementDiffers);
        else if (list !== 'sure') leave('NOT_SURE', serverMessages.notSure);
        else if (await setSettlementLine(tx, id, lineId)) booked.push(lineId);
        else leave('ALREADY_RECEIVED', 'This settlement has been accepted already.');
      }
      await recountBooked(tx, booked);
      return { accepted: booked.length, left };
    });
  }

  /**
   * Receives payments from lines of a statement, in batches: after a crash finished batches stay, and a repetition
   * receives the rest.
   * @throws NOT_FOUND for an unknown statement
   */
  return async function reconcile(statementId: string, accept: Accepted[], withApproval: boolean, by: string) {
    if (!(await findStatement(database, statementId))) throw notFound('This statement');
    const settlements = accept.filter((each) => 'settlementId' in each);
    const { accepted, left: notAccepted } = await acceptSettlements(statementId, settlements);
    const total = { received: accepted, settlements: accepted, approved: 0, left: notAccepted };
    for (const part of inParts(accept.filter((each) => 'paymentId' in each))) {
      const { received, approved, left } = await receivePart(statementId, part, withApproval, by);
      total.received += received;
      total.approved += approved;
      total.left.push(...left);
    }
    return total;
  };
}
