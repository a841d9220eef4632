import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { notify } from '#server/database/client.ts';
import { revokeSessions } from '#server/features/auth/sessions.service.ts';
import { writeLog } from '#server/features/log/log.queries.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import type { RegistrationSort } from '#shared/contracts/members.ts';
import { AppError, notFound, recordChanged } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import type { MembershipValue, RegistrationStatus } from '#shared/options.ts';
import {
  deleteMember,
  findHolder,
  findMember,
  findTier,
  isEmailConflict,
  lockMember,
  type MemberChange,
  type MemberRow,
  nextMemberNumber,
  updateMember,
} from './members.queries.ts';
import { officeRecordOf, type PictureAddress } from './records.ts';
import { emailTaken } from './registration.service.ts';
import {
  clearHistoryNotes,
  countByMonth,
  countByState,
  countConferences,
  countErasureRequests,
  countRegistrations,
  countStatuses,
  countTiers,
  findHistory,
  findLookalikes,
  findMails,
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
}

const warningTexts = {
  screenshot: 'This payment screenshot was used before.',
  utr: 'This transaction reference was used before.',
  mobile: 'This mobile number is in another record.',
  person: 'Somebody with this name and date of birth is already there.',
} as const;
const warningKinds = ['screenshot', 'utr', 'mobile', 'person'] as const;

/** What the office does with registrations. */
export function createReviewService(core: Core, pictureAddress: PictureAddress, dropCounts: () => void) {
  const { database, files, config } = core;

  /** Runs a change of one record under its lock; what the directory remembers is forgotten with it. */
  async function change<T>(id: string, work: (tx: Transaction, row: MemberRow) => Promise<T>): Promise<T> {
    const result = await database.transaction(async (tx) => {
      const row = await lockMember(tx, id);
      if (!row) throw notFound('This record');
      const done = await work(tx, row);
      await notify(tx, 'members');
      return done;
    });
    dropCounts();
    return result;
  }

  /** One page of a status, and how many records each status has. */
  async function list(filter: RegistrationFilter, sort: RegistrationSort, page: number) {
    const counts = await countStatuses(database);
    const { status, ...narrowed } = filter;
    const isNarrowed = Object.values(narrowed).some((value) => value !== '');
    const total = isNarrowed ? await countRegistrations(database, filter) : counts[status];
    const rows = await findRegistrations(database, filter, sort, page);
    return {
      data: rows.map((row) => officeRecordOf(row, pictureAddress)),
      pagination: paginationOf(page, total),
      counts,
    };
  }

  /** Everything the review dialog shows. @throws NOT_FOUND */
  async function review(id: string) {
    const row = await findMember(database, id);
    if (!row) throw notFound('This record');
    const lookalikes = await findLookalikes(database, row);
    const history = await findHistory(database, id);
    const mails = await findMails(database, id);
    return {
      data: officeRecordOf(row, pictureAddress),
      fee: (await findTier(database, row.tier))?.fee ?? 0,
      warnings: warningKinds
        .filter((kind) => lookalikes[kind].length > 0)
        .map((kind) => ({ kind, message: warningTexts[kind], references: lookalikes[kind] })),
      decisions: history.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
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
    if (row.passwordHash === null && !(await hasWaitingMail(tx, row.id, 'credentials'))) {
      await mailCredentials(tx, row, memberNumber);
    }
    return { memberNumber, approvedAt: row.approvedAt ?? new Date() };
  }

  async function reject(tx: Transaction, row: MemberRow, reason: string): Promise<void> {
    const data = { name: row.name, reference: row.reference, reason };
    await enqueueMail(tx, { kind: 'registration-rejected', to: row.email, data, memberId: row.id });
  }

  /** What a new status brings with it, beyond itself. */
  async function move(tx: Transaction, row: MemberRow, { status, reason }: Decision): Promise<MemberChange> {
    if (row.status === 'Rejected' && (await findHolder(tx, row.email, row.id))) throw emailTaken();
    if (row.status === 'Approved') await revokeSessions(tx, { memberId: row.id });
    const own = status === 'Approved' ? await approve(tx, row) : {};
    if (status === 'Rejected') await reject(tx, row, reason);
    return {
      ...own,
      status,
      rejectionReason: status === 'Rejected' ? reason : '',
      decidedAt: status === 'New' ? null : new Date(),
    };
  }

  /**
   * Sets status and tier of a record. The first approval gives a member number and mails the credentials; a rejection
   * mails its reason; whoever is no longer Approved is logged out. Each part of the decision is a line of the log.
   * @throws NOT_FOUND, RECORD_CHANGED when the status is not the expected one, EMAIL_TAKEN
   */
  async function decide(decision: Decision, by: string): Promise<void> {
    try {
      await change(decision.id, (tx, row) => decideLocked(tx, row, decision, by));
    } catch (error) {
      if (isEmailConflict(error)) throw emailTaken();
      throw error;
    }
  }

  async function decideLocked(tx: Transaction, row: MemberRow, decision: Decision, by: string): Promise<void> {
    const { status, membership = row.tier, expectedStatus = row.status, note, reason } = decision;
    if (expectedStatus !== row.status) throw recordChanged();
    const moved = status !== row.status;
    const accepted = decision.paymentSeen && status === 'Approved' && row.paymentStatus !== 'PAYMENT_SUCCESS';
    const retiered = membership !== row.tier;
    const own = moved ? await move(tx, row, decision) : {};
    if (moved || accepted || retiered) {
      await updateMember(tx, row.id, {
        ...own,
        tier: membership,
        paymentStatus: accepted ? 'PAYMENT_SUCCESS' : row.paymentStatus,
      });
    }
    const lines: { action: string; from?: string; to?: string }[] = [];
    if (moved) lines.push({ action: actions[status], from: row.status, to: status });
    if (retiered) lines.push({ action: 'changed the membership', from: row.tier, to: membership });
    if (accepted) lines.push({ action: 'saw the payment in the bank account' });
    const remark = [status === 'Rejected' ? reason : '', note].filter((text) => text !== '').join('\n');
    if (lines.length === 0 && remark !== '') lines.push({ action: 'added a note' });
    for (const [index, line] of lines.entries()) {
      const about = { kind: 'decision' as const, by, subject: row.reference, memberId: row.id };
      await writeLog(tx, { ...about, ...line, note: index === 0 ? remark : '' });
    }
  }

  /**
   * Queues new credentials. While such a mail has not left, there is nothing to send again.
   * @returns whether a mail was queued
   * @throws NOT_FOUND, WRONG_STATE unless Approved
   */
  async function resendCredentials(id: string, by: string): Promise<boolean> {
    return change(id, async (tx, row) => {
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
   * Deletes a Rejected record with its files and mails; the log keeps the reference and no free text.
   * @throws NOT_FOUND, WRONG_STATE
   */
  async function remove(id: string, by: string): Promise<void> {
    await change(id, async (tx, row) => {
      if (row.status !== 'Rejected') {
        throw new AppError('WRONG_STATE', 'Only a rejected registration can be deleted.');
      }
      await clearHistoryNotes(tx, id);
      await deleteMember(tx, id);
      await files.release(tx, row.documentFile, row.pictureFile, row.screenshotFile);
      await writeLog(tx, { kind: 'decision', by, subject: row.reference, action: 'deleted the record' });
    });
  }

  /** The five numbers of the overview, in the names of the wire. */
  async function dashboardCounts() {
    const tiers = await countTiers(database);
    return {
      'Individual Member': tiers['Individual member'],
      'Lifetime Member': tiers['lifetime member'],
      'Patron Member': tiers['Patron member'],
      'Total Conferences': await countConferences(database),
      'Total Member': Object.values(tiers).reduce((sum, number) => sum + number, 0),
    };
  }

  async function overview() {
    const { waiting, oldestAt } = await findWaiting(database);
    return {
      waiting,
      oldestWaitingAt: oldestAt?.toISOString() ?? null,
      erasureRequests: await countErasureRequests(database),
      byMonth: await countByMonth(database),
      byState: await countByState(database),
    };
  }

  return { list, review, decide, resendCredentials, remove, dashboardCounts, overview };
}

const actions: Record<RegistrationStatus, string> = {
  New: 'set back to New',
  Approved: 'approved',
  Rejected: 'rejected',
};
