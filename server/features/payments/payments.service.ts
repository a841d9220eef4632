import type { Core } from '#server/core.ts';
import { holdYears } from '#server/features/receipts/issued.queries.ts';
import { mustBeOpenOn, yearClosed } from '#server/features/receipts/receipt-settings.service.ts';
import { beginRefund, lockBooked } from '#server/parts/gateway/gateway.queries.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { storedFile } from '#server/platform/file-answers.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { withUploadedFiles } from '#server/platform/storage/uploads.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import type { Credit, Payment, SubscriptionStatus } from '#shared/contracts/payments.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError, notFound, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { financialYearOf, monthInWords } from '#shared/financial-year.ts';
import { messages } from '#shared/messages.ts';
import type { PaymentMode } from '#shared/options.ts';
import {
  cancelReceiptLocked,
  claimPayment,
  factsOf,
  payingLink,
  type Refund,
  receiveLocked,
  refundLocked,
} from './ledger.ts';
import { asOfficeSees } from './office-payments.ts';
import { isAllowed, mustAllow, stateMessage } from './payment-states.ts';
import { paymentOf } from './payment-views.ts';
import {
  findLastReceived,
  findPayment,
  findPayments,
  findPaymentsOf,
  findSameLine,
  lockPayments,
  type PaymentFilter,
  type PaymentView,
  updatePayments,
} from './payments.queries.ts';

const claimsPerPayment: Throttle = { name: 'payment-claim', count: 20, seconds: 60 * 60 };

/** A payment that was left out of a call for several, and why. */
interface LeftPayment {
  id: string;
  code: 'ALREADY_RECEIVED' | 'NOT_FOUND' | 'WRONG_STATE' | 'YEAR_CLOSED';
  message: string;
}

/** What payments need of features above. */
export interface PaymentsNeeds {
  /** The status of a member's annual subscription, and what can be paid of the next year. */
  statusOf: (
    db: Readable,
    memberId: string,
    views: readonly PaymentView[],
  ) => Promise<{ standing: SubscriptionStatus; nextYear: { period: string; amount: number } | null }>;
  /** Sends a refund that was begun to the gateway, and notes what it says; never rejects. */
  sendRefund: (core: Core, onlineId: string) => Promise<void>;
}

/** What of a person's payments settles nothing: it is kept, or to be returned. */
function creditOf(own: readonly Payment[]): Credit {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const free = own.filter(
    ({ state, asked, duplicate, toReturn }) => state === 'received' && toReturn === 0 && (asked === null || duplicate),
  );
  return { kept: sum(free.map(({ amount }) => amount)), toReturn: sum(own.map(({ toReturn }) => toReturn)) };
}

/** @throws WRONG_STATE */
function mustNotBeRefunding({ online }: PaymentView): void {
  if (!online?.refundingSince) return;
  throw new AppError('WRONG_STATE', serverMessages.isSentBack);
}

/** A receipt of a remittance is cancelled with all others of it. @throws WRONG_STATE */
function mustNotBeDeducted({ payment, receipt }: PaymentView): void {
  if (payment.mode !== 'salary') return;
  const of = receipt?.salary ? ` of ${receipt.salary.office}, ${monthInWords(receipt.salary.month)}` : '';
  const message = `This was deducted from the salary. Please cancel the remittance${of} under Deductions, or give its row to somebody else there.`;
  throw new AppError('WRONG_STATE', message);
}

/** Payments for the office, and a member's own. */
export function createPaymentsService(core: Core, { statusOf, sendRefund }: PaymentsNeeds) {
  const { database, files, config } = core;

  async function list(filter: PaymentFilter, page: number) {
    const { views, totals } = await findPayments(database.reader, filter, page);
    return {
      data: await asOfficeSees(database.reader, config.publicUrl, views),
      pagination: paginationOf(page, totals.count),
      totals,
    };
  }

  /** Newest first, with the member's subscription status. */
  async function listOwn(memberId: string) {
    const views = await findPaymentsOf(database, memberId);
    const data = views.map((view) => paymentOf(view, config.publicUrl));
    return {
      ...(await statusOf(database, memberId, views)),
      credit: creditOf(data),
      data,
    };
  }

  /**
   * Receives payments in one transaction.
   * @param how.receivedOn YYYY-MM-DD in India; absent: today
   */
  async function receive(ids: string[], how: { receivedOn?: string; mode?: PaymentMode }, by: string) {
    const unique = [...new Set(ids)];
    const day = how.receivedOn ?? clock.today();
    const year = financialYearOf(day);
    return database.transaction(async (tx) => {
      const views = new Map((await lockPayments(tx, unique)).map((view) => [view.payment.id, view]));
      const left: LeftPayment[] = [];
      const isClosed = (await holdYears(tx, [year])).has(year);
      const received: PaymentView[] = [];
      for (const id of unique) {
        const view = views.get(id);
        if (!view) left.push({ id, code: 'NOT_FOUND', message: serverMessages.paymentNotFound });
        else if (isAllowed('receive', view.payment.state) && isClosed) {
          left.push({ id, code: 'YEAR_CLOSED', message: yearClosed(year).message });
        } else if (isAllowed('receive', view.payment.state)) received.push(view);
        else {
          const code = view.payment.state === 'received' ? ('ALREADY_RECEIVED' as const) : ('WRONG_STATE' as const);
          left.push({ id, code, message: stateMessage(view.payment.state) });
        }
      }
      await receiveLocked(tx, received, day, by, how.mode);
      return { received: received.length, left };
    });
  }

  /** Changes one payment, and others that belong to it, under their locks. @returns its state afterwards @throws NOT_FOUND */
  async function change(
    id: string,
    work: (tx: Transaction, view: PaymentView, all: PaymentView[]) => Promise<void>,
    alsoOf: (tx: Transaction, id: string) => Promise<string[]> = async () => [id],
  ) {
    const view = await database.transaction(async (tx) => {
      const views = await lockPayments(tx, await alsoOf(tx, id));
      const current = orNotFound(
        views.find(({ payment }) => payment.id === id),
        'This payment',
      );
      await work(tx, current, views);
      return current;
    });
    // A part whose receipt was cancelled is what is due of the whole again.
    const { partOf, purpose } = view.payment;
    return officePayment((await findPayment(database, id)) || purpose === 'excess' ? id : (partOf ?? id));
  }

  async function officePayment(id: string) {
    const view = orNotFound(await findPayment(database, id), 'This payment');
    return (await asOfficeSees(database, config.publicUrl, [view]))[0]!;
  }

  const noteInLog = (tx: Transaction, { reference, member }: PaymentView, by: string, action: string, note: string) =>
    writeLog(tx, { kind: 'decision', by, subject: reference, action, note, memberId: member?.id });

  /** @throws NOT_FOUND, WRONG_STATE */
  async function refuse(id: string, reason: string, by: string) {
    return change(id, async (tx, view) => {
      const { payment, member } = view;
      mustAllow('refuse', payment.state);
      // Nothing is owed by somebody who was rejected.
      const state = member?.status === 'Rejected' ? 'cancelled' : 'refused';
      await updatePayments(tx, [id], { state, reason, refundDue: false });
      await noteInLog(tx, view, by, 'refused the payment', reason);
      if (!member || state === 'cancelled') return;
      const link = payingLink(config, payment, member);
      const data = { name: member.name, ...factsOf(payment), reason, link };
      await enqueueMail(tx, { kind: 'payment-refused', to: member.email, data, memberId: member.id });
    });
  }

  /** @throws NOT_FOUND, WRONG_STATE */
  async function waive(id: string, note: string, by: string) {
    return change(id, async (tx, view) => {
      mustAllow('waive', view.payment.state);
      await mustBeOpenOn(tx, clock.today());
      await updatePayments(tx, [id], { state: 'waived', note, refundDue: false });
      await noteInLog(tx, view, by, 'waived the payment', note);
    });
  }

  /** @throws NOT_FOUND, WRONG_STATE, VALIDATION for a day before the payment */
  async function refund(dueId: string, refundInput: Refund, by: string) {
    const id = await findLastReceived(database, dueId);
    return change(id, async (tx, view) => {
      mustAllow('refund', view.payment.state);
      mustNotBeRefunding(view);
      if (refundInput.refundedOn < view.payment.receivedOn!) {
        const message = 'The refund cannot be earlier than the payment.';
        throw new AppError('VALIDATION', message, { fields: { refundedOn: message } });
      }
      await refundLocked(tx, view, refundInput, by);
    });
  }

  /** Keeps what was to be returned. @throws NOT_FOUND, WRONG_STATE nothing is to be returned, or it is being sent back */
  async function keep(id: string, note: string, by: string) {
    return change(id, async (tx, view) => {
      mustNotBeRefunding(view);
      if (view.payment.state !== 'received' || !view.payment.refundDue) {
        throw new AppError('WRONG_STATE', 'Nothing of this payment is to be returned.');
      }
      await updatePayments(tx, [id], { refundDue: false, note });
      await noteInLog(tx, view, by, 'kept the money', note);
    });
  }

  /**
   * Sends a payment that was paid online back through the gateway.
   * @throws NOT_FOUND, WRONG_STATE for one that was not paid online, or while a refund is under way
   */
  async function refundOnline(dueId: string, note: string, by: string) {
    const id = await findLastReceived(database, dueId);
    const refundId = await database.transaction(async (tx) => {
      const [view] = await lockPayments(tx, [id]);
      if (!view) throw notFound('This payment');
      mustAllow('refund', view.payment.state);
      mustNotBeRefunding(view);
      const booked = await lockBooked(tx, id);
      if (!booked) throw new AppError('WRONG_STATE', 'This payment was not paid online.');
      if (!config.gateway) throw new AppError('WRONG_STATE', serverMessages.notOnline);
      await beginRefund(tx, booked.id, by, note);
      return booked.id;
    });
    await sendRefund(core, refundId);
    return officePayment(id);
  }

  /**
   * Cancels a receipt and those of other payments of the same credit, which is then open again.
   * @param tell mails each person the reason and the way to pay again
   * @throws NOT_FOUND, WRONG_STATE, YEAR_CLOSED
   */
  async function cancelReceipt(dueId: string, { reason, tell }: { reason: string; tell: boolean }, by: string) {
    const id = await findLastReceived(database, dueId);
    return change(
      id,
      async (tx, current, views) => {
        mustAllow('cancelReceipt', current.payment.state);
        mustNotBeDeducted(current);
        if (views.some(({ payment }) => payment.state === 'refunded')) {
          throw new AppError('WRONG_STATE', 'A part of what came with this credit was sent back.');
        }
        for (const view of views) {
          const { payment, reference, member, receipt } = view;
          mustNotBeRefunding(view);
          await cancelReceiptLocked(tx, view, reason);
          await noteInLog(tx, view, by, `cancelled the receipt ${receipt?.label ?? ''}`.trim(), reason);
          if (!tell || !member?.email || payment.purpose === 'excess') continue;
          const link = payingLink(config, payment, member);
          const facts = { ...factsOf(payment), reference };
          const data = { name: member.name, number: receipt?.label ?? '', ...facts, reason, link };
          await enqueueMail(tx, { kind: 'receipt-cancelled', to: member.email, data, memberId: member.id });
        }
      },
      findSameLine,
    );
  }

  /**
   * Takes a member's own proof of a payment: a picture, a transaction reference, or both.
   * @throws NOT_FOUND also for somebody else's, WRONG_STATE, VALIDATION without either, UNSUPPORTED_FILE, TOO_MANY
   */
  async function claim(id: string, memberId: string, utr: string, upload: UploadedFile | undefined) {
    const mustBeOwn = (view: PaymentView | undefined) => {
      if (view?.member?.id !== memberId) throw notFound('This payment');
      return { payment: view.payment, member: view.member };
    };
    const current = mustBeOwn(await findPayment(database, id));
    await countTry(database, claimsPerPayment, id);
    mustAllow('claim', current.payment.state);
    if (!upload && utr === '') {
      const message = messages.registration.screenshot;
      throw new AppError('VALIDATION', message, { fields: { screenshot: message } });
    }
    const stored = upload ? await files.storePicture(upload, 'screenshot', 'screenshot') : undefined;
    await withUploadedFiles(core, stored ? [stored] : [], () =>
      database.transaction(async (tx) => {
        const { payment, member } = mustBeOwn((await lockPayments(tx, [id]))[0]);
        if (stored) await files.attach(tx, stored);
        await files.release(tx, await claimPayment(tx, config, member, payment, { utr, proofFile: stored?.key }));
      }),
    );
    return paymentOf((await findPayment(database, id))!, config.publicUrl);
  }

  /** The picture of a payment. @param memberId the required owner; absent for the office @throws NOT_FOUND */
  async function proof(id: string, memberId: string | undefined): Promise<FileAnswer> {
    const view = await findPayment(database, id);
    const isAllowedToSee = view && (memberId === undefined || view.member?.id === memberId);
    const file = isAllowedToSee && view.payment.proofFile ? await files.open(view.payment.proofFile) : null;
    if (!file) throw new AppError('NOT_FOUND', messages.empty.document);
    return storedFile(file, file.name || 'payment-screenshot');
  }

  return { list, listOwn, receive, refuse, waive, keep, refund, refundOnline, cancelReceipt, claim, proof };
}
