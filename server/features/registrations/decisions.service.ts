import { type Core, serviceOf } from '#server/core.ts';
import { endForLeaving } from '#server/features/checkoff/authorisations.queries.ts';
import { endCurrent } from '#server/features/corrections/corrections.queries.ts';
import {
  findHolder,
  findTier,
  isEmailConflict,
  lockMember,
  type MemberChange,
  type MemberRow,
  nextMemberNumber,
  updateMember,
} from '#server/features/members/members.queries.ts';
import { emailTaken } from '#server/features/members/records.ts';
import { leaveConferences } from '#server/features/participations/own/erasure.ts';
import { lockComing } from '#server/features/participations/participations.queries.ts';
import { followDecision, followTier, type MoneyDecision, receiveLocked } from '#server/features/payments/ledger.ts';
import { isAllowed } from '#server/features/payments/payment-states.ts';
import {
  findAdmission,
  findUsedBefore,
  lockPayments,
  lockPaymentsOf,
} from '#server/features/payments/payments.queries.ts';
import { findPrintedNumber } from '#server/features/receipts/issued.queries.ts';
import { createSettingsService } from '#server/features/settings/settings.service.ts';
import { askApproved } from '#server/features/subscription/dues.ts';
import { findCreditsOf } from '#server/parts/bank-credits/matching.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { notify } from '#server/platform/database/client.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { findWaitingOf } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import { AppError, orNotFound, recordChanged } from '#shared/errors.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import type { RegistrationStatus } from '#shared/options.ts';
import { removeRecords } from './removal.ts';
import { removalOfRejected } from './retention.service.ts';
import { findLookalikes, hasWaitingMail } from './review.queries.ts';
import { suspiciousDetails } from './review.service.ts';
import { endUndo, letUndo, readBefore, undoLocked } from './undo.ts';

export interface Decision {
  id: string;
  status: RegistrationStatus;
  /** Absent: the tier stays. */
  membership?: MembershipValue;
  /** Mailed to the applicant with a rejection. */
  reason: string;
  /** For the office's log only. */
  note: string;
  /** The payment was seen in the bank account; used only together with Approved. */
  paymentSeen: boolean;
  /** The status that the administrator saw. */
  expectedStatus?: RegistrationStatus;
  /** What happens to claimed or received payments when somebody is refused. */
  money: MoneyDecision;
}

/** The office's decisions about registrations and members, with their consequences. */
export function createDecisionService(core: Core) {
  const { database, files, config } = core;
  const settings = serviceOf(core, createSettingsService);

  /** Changes one record under its lock. */
  async function change<T>(
    id: string,
    reach: Reach,
    work: (tx: Transaction, row: MemberRow) => Promise<T>,
  ): Promise<T> {
    return database.transaction(async (tx) => {
      // The locks of their conferences come before a person's; usually there are none.
      await lockComing(tx, [id]);
      const row = orNotFound(await lockMember(tx, id, reach), 'This record');
      const done = await work(tx, row);
      await notify(tx, 'members');
      return done;
    });
  }

  const loginLink = `${config.publicUrl}/?login`;

  /** The password in it is made when the mail is sent. */
  async function mailCredentials(tx: Transaction, row: MemberRow, memberNumber: string): Promise<void> {
    const data = { name: row.name, memberNumber, link: loginLink };
    await enqueueMail(tx, { kind: 'credentials', to: row.email, data, memberId: row.id });
  }

  /** The number on their receipt, if the approval that gave it was taken back; else the next one. */
  async function numberFor(tx: Transaction, row: MemberRow): Promise<string> {
    const paid = (await lockPaymentsOf(tx, row.id)).map(({ id }) => id);
    return (await findPrintedNumber(tx, paid)) ?? (await nextMemberNumber(tx));
  }

  async function approve(tx: Transaction, row: MemberRow): Promise<MemberChange> {
    const memberNumber = row.memberNumber ?? (await numberFor(tx, row));
    // An approval never replaces a password, temporary or not.
    if (row.passwordHash === null) {
      if (!(await hasWaitingMail(tx, row.id, 'credentials'))) await mailCredentials(tx, row, memberNumber);
    } else {
      const data = { name: row.name, memberNumber, link: loginLink };
      await enqueueMail(tx, { kind: 'membership-reinstated', to: row.email, data, memberId: row.id });
    }
    const approvedAt = row.approvedAt ?? clock.now();
    await askApproved(tx, row, approvedAt);
    return { memberNumber, approvedAt };
  }

  /** Refuses an applicant, or ends a membership. Each mail says what happens to the payment. */
  async function reject(tx: Transaction, row: MemberRow, { reason, money }: Decision): Promise<MemberChange> {
    const removalAt = removalOfRejected(await settings.retention(tx));
    const outcome = await followDecision(tx, row, 'Rejected', money, reason);
    const kind = row.status === 'Approved' ? 'membership-ended' : 'registration-rejected';
    const data = {
      name: row.name,
      reference: row.reference,
      reason,
      money: outcome,
      removalOn: dayInWords(removalAt),
    };
    await enqueueMail(tx, { kind, to: row.email, data, memberId: row.id });
    return { rejectionReason: reason, removalAt };
  }

  /** Under review again, with the applicant's full time to pay. */
  const reopened = (): MemberChange => ({ decidedAt: null, paymentAwaitedSince: clock.now(), paymentReminders: 0 });

  /** The further changes that a new status causes. */
  async function move(tx: Transaction, row: MemberRow, decision: Decision): Promise<MemberChange> {
    const { status, reason, money } = decision;
    if (row.status === 'Rejected' && (await findHolder(tx, row.email, row.id))) throw emailTaken();
    if (row.correctionState !== '') await endCurrent(tx, row.id);
    if (row.status === 'Approved') {
      await core.takeBack(tx, { subject: { memberId: row.id } });
      await leaveConferences(tx, [row.id]);
      await endForLeaving(tx, [row.id]);
    }
    const always = {
      status,
      rejectionReason: '',
      decidedAt: clock.now(),
      removalAt: null,
      correctionState: '' as const,
      correctionAnsweredAt: null,
    };
    if (status === 'Rejected') return { ...always, ...(await reject(tx, row, decision)) };
    await followDecision(tx, row, status, money, reason);
    return { ...always, ...(status === 'Approved' ? await approve(tx, row) : reopened()) };
  }

  /** 'Payment seen in the bank account': receives the admission payment, if that is still possible. */
  async function seePayment(tx: Transaction, row: MemberRow, by: string): Promise<void> {
    const { id, state } = await findAdmission(tx, row.id);
    if (!isAllowed('receive', state)) return;
    const views = await lockPayments(tx, [id]);
    // A matching credit of a statement gives the day.
    const day = (await findCreditsOf(tx, [id])).get(id)?.date ?? clock.today();
    await receiveLocked(tx, views, day < clock.today() ? day : clock.today(), by);
  }

  /**
   * Sets status and tier of a record. The first approval gives a member number and mails the credentials; a rejection
   * mails its reason; anybody no longer Approved is logged out. Each part of the decision is a line of the log.
   * @returns until when it can be taken back, for a decision about a new registration: all others have effects on other people
   * @throws NOT_FOUND, RECORD_CHANGED when the status is not the expected one, EMAIL_TAKEN
   */
  async function decide(
    decision: Decision,
    office: Pick<ActingAdministrator, 'email' | 'reach'>,
  ): Promise<Date | null> {
    try {
      return await change(decision.id, office.reach, async (tx, row) => {
        const before = row.status === 'New' && decision.status !== 'New' ? await readBefore(tx, row) : null;
        await decideLocked(tx, row, decision, office.email);
        return before && letUndo(tx, row.id, before, office.email);
      });
    } catch (error) {
      if (isEmailConflict(error)) throw emailTaken();
      throw error;
    }
  }

  /** Takes one's own decision back. @throws NOT_FOUND, TOO_LATE, FORBIDDEN, RECORD_CHANGED, EMAIL_TAKEN */
  async function undo(
    id: string,
    version: number | undefined,
    office: Pick<ActingAdministrator, 'email' | 'reach'>,
  ): Promise<void> {
    try {
      await change(id, office.reach, (tx, row) => undoLocked(tx, row, office.email, core.takeBack, version));
    } catch (error) {
      if (isEmailConflict(error)) throw emailTaken();
      throw error;
    }
  }

  /** The same as {@link decide} for a locked record. */
  async function decideLocked(tx: Transaction, row: MemberRow, decision: Decision, by: string): Promise<void> {
    const { status, membership = row.membership, expectedStatus = row.status, note, reason } = decision;
    if (expectedStatus !== row.status) throw recordChanged();
    const moved = status !== row.status;
    const retiered = membership !== row.membership;
    const confirmed = row.tierAssumed && decision.membership !== undefined;
    const changes = moved ? await move(tx, row, decision) : {};
    if (moved || retiered || confirmed) {
      await updateMember(tx, row.id, {
        ...changes,
        membership: membership,
        tierAssumed: row.tierAssumed && !confirmed,
      });
    }
    if (retiered) await followTier(tx, row, membership, async (tier) => (await findTier(tx, tier))?.fee ?? 0);
    if (decision.paymentSeen && status === 'Approved') await seePayment(tx, row, by);
    const lines: { action: string; from?: string; to?: string }[] = [];
    if (moved) lines.push({ action: actions[status], from: row.status, to: status });
    if (retiered) lines.push({ action: 'changed the membership', from: row.membership, to: membership });
    const remarks = { reason: status === 'Rejected' ? reason : '', note };
    if (lines.length === 0 && (remarks.reason || note)) lines.push({ action: 'added a note' });
    for (const [index, line] of lines.entries()) {
      const about = { kind: 'decision' as const, by, subject: row.reference, memberId: row.id };
      await writeLog(tx, { ...about, ...line, ...(index === 0 ? remarks : {}) });
    }
  }

  /**
   * Approves a new registration without warnings, for a caller who has locked the person. Any obstacle
   * is left to the review.
   * @returns whether it was approved
   */
  async function approveClear(tx: Transaction, memberId: string, paymentId: string, by: string): Promise<boolean> {
    const row = await lockMember(tx, memberId, 'unrestricted');
    if (row?.status !== 'New' || row.correctionState === 'asked') return false;
    const used = (await findUsedBefore(tx, [paymentId])).get(paymentId);
    const others = Object.values(await findLookalikes(tx, row, 'unrestricted'));
    const isClear = !used?.utr && !used?.screenshot && suspiciousDetails(row).length === 0;
    if (!isClear || others.some((each) => each.others.length > 0)) return false;
    try {
      const decision = { id: row.id, reason: '', note: '', paymentSeen: false, money: 'refund' } as const;
      await tx.transaction((savepoint) => decideLocked(savepoint, row, { ...decision, status: 'Approved' }, by));
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /**
   * Queues new credentials, unless such a mail is still waiting. The approval can no longer be taken back.
   * @returns whether a mail was queued
   * @throws NOT_FOUND, WRONG_STATE unless Approved
   */
  async function resendCredentials(
    id: string,
    { email: by, reach }: Pick<ActingAdministrator, 'email' | 'reach'>,
  ): Promise<boolean> {
    return change(id, reach, async (tx, row) => {
      if (row.status !== 'Approved' || row.memberNumber === null) {
        throw new AppError('WRONG_STATE', 'Credentials are for approved members only.');
      }
      if (row.email === '') {
        throw new AppError('WRONG_STATE', 'There is no e-mail to send credentials to. Please enter it first.');
      }
      const isEarly = await endUndo(tx, id);
      const isWaiting = await hasWaitingMail(tx, id, 'credentials');
      if (isWaiting && !isEarly) return false;
      // Those that wait are sent; what somebody else has begun ends in any case.
      await core.takeBack(tx, { subject: { memberId: id }, exceptMailId: await findWaitingOf(tx, id, 'credentials') });
      if (!isWaiting) await mailCredentials(tx, row, row.memberNumber);
      const action = 'sent the credentials again';
      await writeLog(tx, { kind: 'decision', by, subject: row.reference, action, memberId: id });
      return true;
    });
  }

  /**
   * Deletes a Rejected record with its files and mails; the log keeps the reference without free text, the ledger received
   * payments.
   * @throws NOT_FOUND, WRONG_STATE, MONEY_OPEN while a payment is claimed or has to be refunded
   */
  async function remove(id: string, { email: by, reach }: Pick<ActingAdministrator, 'email' | 'reach'>): Promise<void> {
    await change(id, reach, async (tx, row) => {
      if (row.status !== 'Rejected') {
        throw new AppError('WRONG_STATE', 'Only a rejected registration can be deleted.');
      }
      await removeRecords(tx, files, [row], by, () => 'deleted the record', 'all');
    });
  }

  return { decide, undo, decideLocked, approveClear, resendCredentials, remove };
}

const actions: Record<RegistrationStatus, string> = {
  New: 'set back to New',
  Approved: 'approved',
  Rejected: 'rejected',
};
