import { type Core, serviceOf } from '#server/core.ts';
import { readingsOf } from '#server/features/access-audit/reading.service.ts';
import { correctionAnswer } from '#server/features/corrections/answer.ts';
import { findCurrent } from '#server/features/corrections/corrections.queries.ts';
import { findMemberOrKept, type MemberRow } from '#server/features/members/members.queries.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { officeBouncedOf, officeRecordOf } from '#server/features/members/records.ts';
import { isAllowed } from '#server/features/payments/payment-states.ts';
import { creditOf, gatewayOf } from '#server/features/payments/payment-views.ts';
import { findAdmission, findUsedBefore, findViews } from '#server/features/payments/payments.queries.ts';
import { findSecondFactor } from '#server/features/second-factor/second-factor.queries.ts';
import { findPersonMoney } from '#server/features/subscription/person-money.queries.ts';
import { findSubscriptionStatuses } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import { findCreditsOf } from '#server/parts/bank-credits/matching.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { findBounced } from '#server/platform/mail/bounces.queries.ts';
import type { RegistrationSort } from '#shared/contracts/registrations.ts';
import { orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { isOddMobile, oddYears } from '#shared/person-years.ts';
import { hasPower } from '#shared/powers.ts';
import { isUtr } from '#shared/utr.ts';
import {
  countStatuses,
  findHistory,
  findLookalikes,
  findMails,
  findQueue,
  findRegistrations,
  type RegistrationFilter,
} from './review.queries.ts';

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
const usedUtr = 'This transaction reference is that of another payment or of a refund.';
const warningKinds = ['screenshot', 'utr', 'mobile', 'person'] as const;

/** The office's view before a decision: the lists, and everything about one record. */
export function createReviewService(core: Core) {
  const { database } = core;
  const { address: pictureAddress } = serviceOf(core, pictureAddresses);
  const { reader } = database;

  /** One page of a status, and the number of matches of the same filter in each. */
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

  /** The ids around a page of the list, for going through it one by one. */
  async function queue(filter: RegistrationFilter, sort: RegistrationSort, page: number) {
    const { status, ...narrowed } = filter;
    const total = (await countStatuses(reader, narrowed))[status];
    const max = limits.queueLength;
    const offset = total <= max ? 0 : Math.max(0, Math.min((page - 1) * limits.pageSize - max / 2, total - max));
    return { ids: await findQueue(reader, filter, sort, { offset, most: max }), offset, total };
  }

  /** Records for the office, each with its current correction. */
  async function withCorrections(rows: MemberRow[]) {
    const ids = rows.filter((row) => row.correctionState !== '').map((row) => row.id);
    const corrections = await findCurrent(reader, ids);
    const statuses = await findSubscriptionStatuses(
      reader,
      await findSubscription(reader),
      rows.map((row) => row.id),
    );
    return rows.map((row) => {
      const correction = corrections.get(row.id);
      return {
        ...officeRecordOf(row, pictureAddress, statuses.get(row.id)),
        correction: correction ? correctionAnswer(correction) : null,
        ready:
          row.status === 'New' &&
          row.paymentStatus !== '' &&
          row.documentFile !== null &&
          row.correctionState !== 'asked',
      };
    });
  }

  /** The content of the review dialog. @throws NOT_FOUND */
  async function review(requestedId: string, { powers, reach }: Pick<ActingAdministrator, 'powers' | 'reach'>) {
    const row = orNotFound(await findMemberOrKept(database, requestedId, reach), 'This record');
    const { id } = row;
    const admission = await findAdmission(database, id);
    const isOpen = isAllowed('receive', admission.state) && hasPower({ powers }, 'money');
    const credit = isOpen ? (await findCreditsOf(database, [admission.id])).get(admission.id) : undefined;
    const lookalikes = await findLookalikes(database, row, reach);
    const used = (await findUsedBefore(database, [admission.id])).get(admission.id);
    // Another record's admission is named with its reference; this is any other payment of ours, or a refund.
    const isUtrUsed = used?.utr && lookalikes.utr.others.length === 0 && !lookalikes.utr.elsewhere;
    const details = [...(isUtrUsed ? [usedUtr] : []), ...suspiciousDetails(row)];
    const [paid] = await findViews(database, [admission.id]);
    const history = await findHistory(database, id);
    const mails = await findMails(database, id);
    const openedBy = await readingsOf(database, id);
    return {
      data: (await withCorrections([row]))[0]!,
      money: hasPower({ powers }, 'money') ? (await findPersonMoney(database, [id])).get(id)! : null,
      fee: admission.amount,
      credit: creditOf(credit),
      online: paid?.online ? { ...gatewayOf(paid.online), on: paid.payment.receivedOn ?? '' } : null,
      removalAt: row.removalAt?.toISOString() ?? null,
      emailBounced: officeBouncedOf(await findBounced(database, id)),
      secondFactor: (await findSecondFactor(database, { memberId: id }))?.on ?? false,
      warnings: [
        ...warningKinds.flatMap((kind) => {
          const { others, elsewhere } = lookalikes[kind];
          const references = others.map(({ reference }) => reference);
          const beyond = { kind, message: `${elsewhereTexts[kind]}.`, others: [], references: [] };
          const within = { kind, message: `${warningTexts[kind]} ${references.join(', ')}.`, others, references };
          return [...(others.length > 0 ? [within] : []), ...(elsewhere ? [beyond] : [])];
        }),
        ...details.map((message) => ({ kind: 'details' as const, message, others: [], references: [] })),
      ],
      decisions: history.map(({ reason, note, ...entry }) => ({
        ...entry,
        at: entry.at.toISOString(),
        note: [reason, note].filter((text) => text !== '').join('\n'),
      })),
      openedBy,
      mails: mails.map(({ id: mailId, createdAt, sentAt, ...mail }) => ({
        id: mailId,
        ...mail,
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      })),
    };
  }

  return { list, queue, review };
}

/** Details of a record that can hardly be true, as sentences for the office. */
export function suspiciousDetails(row: MemberRow): string[] {
  const years = oddYears({
    dateOfBirth: row.dateOfBirth ?? '',
    yearsOfExperience: row.yearsOfExperience,
    yearsOfRecruitment: row.yearsOfRecruitment,
  });
  const mobile = isOddMobile(row.mobile)
    ? ['This cannot be a mobile number of India, which begins with 6 to 9; it may have been cut. Please ask for it.']
    : [];
  const utr =
    row.utr === '' || isUtr(row.utr)
      ? []
      : [`“${row.utr}” does not look like a UTR, which has 12 digits, or 16 or 22 letters and digits.`];
  return [...years, ...mobile, ...utr];
}
