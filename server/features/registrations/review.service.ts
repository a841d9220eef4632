import { findLastBackup } from '#server/backup/backups.queries.ts';
import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { notify } from '#server/database/client.ts';
import type { Reach } from '#server/database/reach.ts';
import { revokeSessions } from '#server/features/auth/sessions.service.ts';
import { correctionAnswer } from '#server/features/corrections/correction-answer.ts';
import { endCurrent, findCurrent } from '#server/features/corrections/corrections.queries.ts';
import { emailTaken } from '#server/features/members/email-taken.ts';
import {
  findHolder,
  findMember,
  findTier,
  isEmailConflict,
  lockMember,
  type MemberChange,
  type MemberRow,
  nextMemberNumber,
  updateMember,
} from '#server/features/members/members.queries.ts';
import { officeBouncedOf, officeRecordOf, type PictureAddress } from '#server/features/members/records.ts';
import { holdConferences, leaveConferences } from '#server/features/participations/leaving.ts';
import { findAgreeingLines } from '#server/features/payments/bookings.queries.ts';
import { followDecision, followTier, type MoneyDecision, receiveLocked } from '#server/features/payments/ledger.ts';
import { isAllowed } from '#server/features/payments/payment-states.ts';
import { creditOf } from '#server/features/payments/payment-views.ts';
import { findAdmission, lockPayments } from '#server/features/payments/payments.queries.ts';
import { readingsOf } from '#server/features/reading/reading.service.ts';
import { findSecondFactor } from '#server/features/second-factor/second-factor.queries.ts';
import type { SettingsService } from '#server/features/settings/settings.service.ts';
import { askApproved } from '#server/features/subscription/dues.ts';
import { findStandings } from '#server/features/subscription/standing.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Auth } from '#server/http/access.ts';
import { writeLog } from '#server/log/log.queries.ts';
import { findBounced } from '#server/mail/bounces.queries.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { dayInWords } from '#server/mail/wording.ts';
import { clock } from '#shared/clock.ts';
import type { RegistrationSort } from '#shared/contracts/registrations.ts';
import { AppError, notFound, powerNeeded, recordChanged } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import type { MembershipValue, RegistrationStatus } from '#shared/options.ts';
import { hasPower } from '#shared/powers.ts';
import { removeRecords } from './removal.ts';
import { type RetentionService, removalOfRejected } from './retention.service.ts';
import {
  countByMonth,
  countByState,
  countConferences,
  countErasureRequests,
  countStatuses,
  countTiers,
  findHistory,
  findLookalikes,
  findMails,
  findQueue,
  findRegistrations,
  findWaiting,
  hasWaitingMail,
  type RegistrationFilter,
} from './review.queries.ts';

export interface Decision {
  id: string;
  status: RegistrationStatus;
  /** Absent: the tier stays. */
  membership?: MembershipValue;
  /** Mailed to the applicant with a rejection. */
  reason: string;
  /** For the office's log only. */
  note: string;
  /** The payment was seen in the bank account; counts only together with Approved. */
  paymentSeen: boolean;
  /** What the administrator saw when deciding. */
  expectedStatus?: RegistrationStatus;
  /** What becomes of money that was claimed or received, when somebody is refused. */
  money: MoneyDecision;
}

/** Who decides: the log names the e-mail, and only records within reach are found. */
export type Office = Pick<Extract<Auth, { role: 'admin' }>, 'email' | 'powers' | 'reach'>;

/** @throws POWER_NEEDED: who says that a payment has come must be one who may */
export function mustMaySeePayment({ powers }: Pick<Office, 'powers'>, paymentSeen: boolean): void {
  if (paymentSeen && !hasPower({ powers }, 'money')) throw powerNeeded('money');
}

const warningTexts = {
  screenshot: 'This payment screenshot is also used in',
  utr: 'This transaction reference is also used in',
  mobile: 'This mobile number is also in',
  person: 'The same name and date of birth are also in',
} as const;
const elsewhereTexts = {
  screenshot: 'A record of another State has this payment screenshot',
  utr: 'A record of another State has this transaction reference',
  mobile: 'A record of another State has this mobile number',
  person: 'A record of another State has this name and date of birth',
} as const;
const warningKinds = ['screenshot', 'utr', 'mobile', 'person'] as const;

/** What the office does with registrations. */
export function createReviewService(
  core: Core,
  pictureAddress: PictureAddress,
  dropCounts: () => void,
  { settings, retention }: { settings: SettingsService; retention: RetentionService },
) {
  const { database, files, config } = core;
  const { reader } = database;

  /** Runs a change of one record under its lock; what the directory remembers is forgotten with it. */
  async function change<T>(
    id: string,
    reach: Reach,
    work: (tx: Transaction, row: MemberRow) => Promise<T>,
  ): Promise<T> {
    const result = await database.transaction(async (tx) => {
      // Their locks come before a person's; without any there is nothing to wait for.
      await holdConferences(tx, [id]);
      const row = await lockMember(tx, id, reach);
      if (!row) throw notFound('This record');
      const done = await work(tx, row);
      await notify(tx, 'members');
      return done;
    });
    dropCounts();
    return result;
  }

  /** One page of a status, and how many records the same filters find of each. */
  async function list(filter: RegistrationFilter, sort: RegistrationSort, page: number) {
    const { status, ...narrowed } = filter;
    const counts = await countStatuses(reader, narrowed);
    const total = counts[status];
    const rows = await findRegistrations(reader, filter, sort, page, total);
    return {
      data: await withCorrections(rows),
      pagination: paginationOf(page, total),
      counts,
    };
  }

  /** The list around a page of it, by id: for who goes through it one by one. */
  async function queue(filter: RegistrationFilter, sort: RegistrationSort, page: number) {
    const { status, ...narrowed } = filter;
    const total = (await countStatuses(reader, narrowed))[status];
    const most = limits.queueLength;
    const offset = total <= most ? 0 : Math.max(0, Math.min((page - 1) * limits.pageSize - most / 2, total - most));
    return { ids: await findQueue(reader, filter, sort, { offset, most }), offset, total };
  }

  /** Records as the office sees them, each with the correction that counts. */
  async function withCorrections(rows: MemberRow[]) {
    const asked = rows.filter((row) => row.correctionState !== '').map((row) => row.id);
    const corrections = await findCurrent(reader, asked);
    const standings = await findStandings(
      reader,
      await findSubscription(reader),
      rows.map((row) => row.id),
    );
    return rows.map((row) => {
      const correction = corrections.get(row.id);
      return {
        ...officeRecordOf(row, pictureAddress, standings.get(row.id)),
        correction: correction ? correctionAnswer(correction) : null,
      };
    });
  }

  /** Everything the review dialog shows. @throws NOT_FOUND */
  async function review(id: string, { powers, reach }: Office) {
    const row = await findMember(database, id, reach);
    if (!row) throw notFound('This record');
    const admission = await findAdmission(database, id);
    const isOpen = isAllowed('receive', admission.state) && hasPower({ powers }, 'money');
    const credit = isOpen ? (await findAgreeingLines(database, [admission.id])).get(admission.id) : undefined;
    const lookalikes = await findLookalikes(database, row, reach);
    const history = await findHistory(database, id);
    const mails = await findMails(database, id);
    const openedBy = await readingsOf(database, id);
    return {
      data: (await withCorrections([row]))[0]!,
      fee: admission.amount,
      credit: creditOf(credit),
      removalAt: row.removalAt?.toISOString() ?? null,
      emailBounced: officeBouncedOf(await findBounced(database, id)),
      secondFactor: (await findSecondFactor(database, { memberId: id }))?.on ?? false,
      warnings: warningKinds.flatMap((kind) => {
        const { others, elsewhere } = lookalikes[kind];
        const references = others.map(({ reference }) => reference);
        const beyond = { kind, message: `${elsewhereTexts[kind]}.`, others: [], references: [] };
        const within = { kind, message: `${warningTexts[kind]} ${references.join(', ')}.`, others, references };
        return [...(others.length > 0 ? [within] : []), ...(elsewhere ? [beyond] : [])];
      }),
      decisions: history.map(({ reason, note, ...entry }) => ({
        ...entry,
        at: entry.at.toISOString(),
        note: [reason, note].filter((text) => text !== '').join('\n'),
      })),
      openedBy,
      mails: mails.map(({ id: _id, createdAt, sentAt, ...mail }) => ({
        _id,
        ...mail,
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      })),
    };
  }

  const loginLink = `${config.publicUrl}/?login`;

  /** The password in it is made when the mail is sent. */
  async function mailCredentials(tx: Transaction, row: MemberRow, memberNumber: string): Promise<void> {
    const data = { name: row.name, memberNumber, link: loginLink };
    await enqueueMail(tx, { kind: 'credentials', to: row.email, data, memberId: row.id });
  }

  async function approve(tx: Transaction, row: MemberRow): Promise<MemberChange> {
    const memberNumber = row.memberNumber ?? (await nextMemberNumber(tx));
    // A password that is there, temporary or not, is never replaced by an approval.
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

  /** An applicant is refused; a member leaves. Each mail says what becomes of the money. */
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

  /** Under review again, with all the time an applicant has. */
  const reopened = (): MemberChange => ({ decidedAt: null, paymentAwaitedSince: clock.now(), paymentReminders: 0 });

  /** What a new status brings with it, beyond itself. */
  async function move(tx: Transaction, row: MemberRow, decision: Decision): Promise<MemberChange> {
    const { status, reason, money } = decision;
    if (row.status === 'Rejected' && (await findHolder(tx, row.email, row.id))) throw emailTaken();
    if (row.status === 'Approved') {
      await revokeSessions(tx, { memberId: row.id });
      await leaveConferences(tx, [row.id]);
    }
    if (row.correctionState !== '') await endCurrent(tx, row.id);
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

  /** The tick 'payment seen in the bank account': the admission payment is received, if it still can be. */
  async function seePayment(tx: Transaction, row: MemberRow, by: string): Promise<void> {
    const { id, state } = await findAdmission(tx, row.id);
    if (!isAllowed('receive', state)) return;
    const views = await lockPayments(tx, [id]);
    // What a statement has already says the day.
    const day = (await findAgreeingLines(tx, [id])).get(id)?.date ?? clock.today();
    await receiveLocked(tx, views, day < clock.today() ? day : clock.today(), by);
  }

  /**
   * Sets status and tier of a record. The first approval gives a member number and mails the credentials; a rejection
   * mails its reason; whoever is no longer Approved is logged out. Each part of the decision is a line of the log.
   * @throws POWER_NEEDED, NOT_FOUND, RECORD_CHANGED when the status is not the expected one, EMAIL_TAKEN
   */
  async function decide(decision: Decision, office: Office): Promise<void> {
    mustMaySeePayment(office, decision.paymentSeen);
    try {
      await change(decision.id, office.reach, (tx, row) => decideLocked(tx, row, decision, office.email));
    } catch (error) {
      if (isEmailConflict(error)) throw emailTaken();
      throw error;
    }
  }

  /** The same for a record that is locked already. */
  async function decideLocked(tx: Transaction, row: MemberRow, decision: Decision, by: string): Promise<void> {
    const { status, membership = row.tier, expectedStatus = row.status, note, reason } = decision;
    if (expectedStatus !== row.status) throw recordChanged();
    const moved = status !== row.status;
    const retiered = membership !== row.tier;
    const own = moved ? await move(tx, row, decision) : {};
    if (moved || retiered) await updateMember(tx, row.id, { ...own, tier: membership });
    if (retiered) await followTier(tx, row, membership, async (tier) => (await findTier(tx, tier))?.fee ?? 0);
    if (decision.paymentSeen && status === 'Approved') await seePayment(tx, row, by);
    const lines: { action: string; from?: string; to?: string }[] = [];
    if (moved) lines.push({ action: actions[status], from: row.status, to: status });
    if (retiered) lines.push({ action: 'changed the membership', from: row.tier, to: membership });
    const remarks = { reason: status === 'Rejected' ? reason : '', note };
    if (lines.length === 0 && (remarks.reason || note)) lines.push({ action: 'added a note' });
    for (const [index, line] of lines.entries()) {
      const about = { kind: 'decision' as const, by, subject: row.reference, memberId: row.id };
      await writeLog(tx, { ...about, ...line, ...(index === 0 ? remarks : {}) });
    }
  }

  /**
   * Queues new credentials. While such a mail has not left, there is nothing to send again.
   * @returns whether a mail was queued
   * @throws NOT_FOUND, WRONG_STATE unless Approved
   */
  async function resendCredentials(id: string, { email: by, reach }: Office): Promise<boolean> {
    return change(id, reach, async (tx, row) => {
      if (row.status !== 'Approved' || row.memberNumber === null) {
        throw new AppError('WRONG_STATE', 'Credentials are for approved members only.');
      }
      if (await hasWaitingMail(tx, id, 'credentials')) return false;
      await mailCredentials(tx, row, row.memberNumber);
      const action = 'sent the credentials again';
      await writeLog(tx, { kind: 'decision', by, subject: row.reference, action, memberId: id });
      return true;
    });
  }

  /**
   * Deletes a Rejected record with its files and mails; the log keeps the reference and no free text, the ledger what was
   * received.
   * @throws NOT_FOUND, WRONG_STATE, MONEY_OPEN while money is claimed or to be sent back
   */
  async function remove(id: string, { email: by, reach }: Office): Promise<void> {
    await change(id, reach, async (tx, row) => {
      if (row.status !== 'Rejected') {
        throw new AppError('WRONG_STATE', 'Only a rejected registration can be deleted.');
      }
      await removeRecords(tx, files, [row], by, () => 'deleted the record');
    });
  }

  /** The five numbers of the overview, in the names of the wire. */
  async function dashboardCounts({ powers, reach }: Office) {
    const conferences = { 'Total Conferences': await countConferences(reader) };
    if (!hasPower({ powers }, 'members')) return conferences;
    const tiers = await countTiers(reader, reach);
    return {
      'Individual Member': tiers['Individual member'],
      'Lifetime Member': tiers['lifetime member'],
      'Patron Member': tiers['Patron member'],
      ...conferences,
      'Total Member': Object.values(tiers).reduce((sum, number) => sum + number, 0),
    };
  }

  /** What there is to do; figures of people only for who may see people, and of whose these are. */
  async function overview({ powers, reach }: Office) {
    const lastBackup = { lastBackupAt: (await findLastBackup(database))?.toISOString() ?? null };
    if (!hasPower({ powers }, 'members')) return lastBackup;
    const { waiting, oldestAt } = await findWaiting(reader, reach);
    return {
      ...lastBackup,
      waiting,
      oldestWaitingAt: oldestAt?.toISOString() ?? null,
      erasureRequests: await countErasureRequests(reader, reach),
      removals: await retention.upcoming(reach),
      byMonth: await countByMonth(reader, reach),
      byState: await countByState(reader, reach),
    };
  }

  return { list, queue, review, decide, decideLocked, resendCredentials, remove, dashboardCounts, overview };
}

export type ReviewService = ReturnType<typeof createReviewService>;

const actions: Record<RegistrationStatus, string> = {
  New: 'set back to New',
  Approved: 'approved',
  Rejected: 'rejected',
};
