import type { MemberRow } from '#server/features/members/members.queries.ts';
import { saidLater } from '#server/platform/languages/catalogue.ts';
import { daySentence } from '#server/platform/languages/dates.ts';
import { clock } from '#shared/clock.ts';
import type { ApplicationState } from '#shared/contracts/corrections.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { Sentence, sentence } from '#shared/sentence.ts';
import type { CorrectionRow } from './corrections.queries.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Each state is named after the last event: before any payment that is the registration itself. */
const byPayment = { '': 'received', PAYMENT_INITIATED: 'payment', PAYMENT_SUCCESS: 'review' } as const;

function stateOf(row: MemberRow, correction: CorrectionRow | undefined): ApplicationState {
  if (row.status === 'Approved') return 'approved';
  if (row.status === 'Rejected') return 'rejected';
  return correction ? 'correction' : byPayment[row.paymentStatus];
}

/** What is missing. */
function todoOf(row: MemberRow, correction: CorrectionRow | undefined, isPayable: boolean): Sentence[] {
  if (row.status !== 'New') return [];
  const todo: Sentence[] = [];
  if (correction) {
    const open = sentence`Please make the corrections that the office has asked for. The link is in our e-mail of ${daySentence(correction.askedAt)} and is valid until ${daySentence(correction.expiresAt)}.`;
    const over = new Sentence(
      'The link in our e-mail about a correction is no longer valid. Please write to the association.',
    );
    todo.push(correction.expiresAt > clock.now() ? open : over);
  }
  if (isPayable) todo.push(new Sentence('Pay the fee and send us a screenshot of the payment.'));
  return todo;
}

const step = (name: string) => saidLater(new Sentence(name));

/** Whether the decision may still be taken back: until then its applicant does not see it. */
const isFresh = ({ decidedAt }: MemberRow) =>
  decidedAt !== null && clock.ms() < decidedAt.getTime() + limits.undoSeconds * 1_000;

/**
 * The progress of an application, as its applicant sees it.
 * @param correction the current one
 * @param mayPay whether the payment step takes a payment: not once it was received, waived or refunded
 */
export function applicationStateOf(record: MemberRow, correction: CorrectionRow | undefined, mayPay: boolean) {
  const row = isFresh(record) ? { ...record, status: 'New' as const, decidedAt: null } : record;
  const openCorrection = correction && !correction.answeredAt ? correction : undefined;
  const isPayable = mayPay && row.status === 'New' && row.paymentStatus === '';
  return {
    state: stateOf(row, openCorrection),
    steps: [
      { name: step('Registration received'), done: true, at: iso(row.createdAt) },
      { name: step('Payment sent'), done: row.paymentStatus !== '', at: iso(row.paymentSentAt) },
      ...(correction
        ? [{ name: step('Correction sent'), done: correction.answeredAt !== null, at: iso(correction.answeredAt) }]
        : []),
      { name: step('Decision of the association'), done: row.status !== 'New', at: iso(row.decidedAt) },
    ],
    todo: todoOf(row, openCorrection, isPayable).map(saidLater),
    reason: row.status === 'Rejected' ? row.rejectionReason : '',
    correctionAskedAt: iso(openCorrection?.askedAt ?? null),
    paymentLink: isPayable ? paths.payment(row.id, row.membership) : null,
  };
}
