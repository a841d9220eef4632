import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { readings } from '#server/features/access-audit/tables.ts';
import { loginDevices, oneTimeCodes, sessions } from '#server/features/auth/tables.ts';
import { memberCards } from '#server/features/card/tables.ts';
import { certificates } from '#server/features/certificates/tables.ts';
import { salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { contactMessages, contactReplies } from '#server/features/contact/tables.ts';
import { corrections } from '#server/features/corrections/tables.ts';
import { directoryBudgets } from '#server/features/directory/tables.ts';
import { importRows, imports, invitations } from '#server/features/imports/tables.ts';
import { letterRecipients, letters } from '#server/features/letters/tables.ts';
import { libraryStars } from '#server/features/library/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { passkeys } from '#server/features/passkeys/tables.ts';
import { payments, referenceOf } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { secondFactors } from '#server/features/second-factor/tables.ts';
import { voteObjections, voteRoll, votes } from '#server/features/votes/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { log } from '#server/platform/log/tables.ts';
import { emailBounces, mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import type { MemberRow } from './members.queries.ts';
import { emailLinks, members } from './tables.ts';

/** All data of a member besides the record itself, oldest first. */
export async function findOwnTraces(db: Queryable, row: MemberRow) {
  const proofs = await findProofs(db, row.id);
  const keys = [row.documentFile, row.pictureFile, row.screenshotFile, ...Object.values(proofs)].filter(
    (key) => key !== null,
  );
  /** The member's rows of a table. */
  const rowsOf = async <Columns extends SelectedFields>(
    table: PgTable & { memberId: AnyPgColumn },
    order: AnyPgColumn,
    columns: Columns,
  ) => {
    const all = db
      .select(columns as SelectedFields)
      .from(table)
      .where(eq(table.memberId, row.id));
    return (await all.orderBy(asc(order))) as SelectResultFields<Columns>[];
  };
  return {
    proofs,
    log: await db.select().from(log).where(eq(log.memberId, row.id)).orderBy(asc(log.at)),
    // The address of a requested e-mail may belong to somebody else, who then got the mail instead: that must not show.
    mails: await db
      .select()
      .from(mail)
      .where(and(eq(mail.memberId, row.id), or(ne(mail.kind, 'email-asked'), eq(mail.recipient, row.email))))
      .orderBy(asc(mail.createdAt)),
    emailWishes: await db
      .select({ email: emailLinks.email, askedAt: emailLinks.createdAt, confirmedAt: emailLinks.usedAt })
      .from(emailLinks)
      .where(and(eq(emailLinks.memberId, row.id), isNotNull(emailLinks.usedAt))),
    invitations: await rowsOf(invitations, invitations.invitedAt, {
      invitedAt: invitations.invitedAt,
      remindedAt: invitations.remindedAt,
      openedAt: invitations.openedAt,
      acceptedAt: invitations.acceptedAt,
    }),
    bounces: await rowsOf(emailBounces, emailBounces.since, {
      address: emailBounces.address,
      times: emailBounces.times,
      since: emailBounces.since,
      last: emailBounces.last,
      reason: emailBounces.reason,
    }),
    sessions: await rowsOf(sessions, sessions.createdAt, {
      browser: sessions.browser,
      since: sessions.createdAt,
      lastUsedAt: sessions.usedAt,
      endsAt: sessions.expiresAt,
    }),
    devices: await rowsOf(loginDevices, loginDevices.usedAt, { lastUsedAt: loginDevices.usedAt }),
    oneTimeCodes: await rowsOf(oneTimeCodes, oneTimeCodes.expiresAt, { validUntil: oneTimeCodes.expiresAt }),
    passkeys: await rowsOf(passkeys, passkeys.addedAt, {
      name: passkeys.name,
      addedAt: passkeys.addedAt,
      lastUsedAt: passkeys.lastUsedAt,
      synced: passkeys.synced,
    }),
    secondFactors: await rowsOf(secondFactors, secondFactors.onSince, {
      onSince: secondFactors.onSince,
      recoveryCodesLeft: sql<number>`cardinality(${secondFactors.recoveryCodes})`,
    }),
    directoryPages: await rowsOf(directoryBudgets, directoryBudgets.day, {
      day: directoryBudgets.day,
      pagesOpened: directoryBudgets.dayPages,
    }),
    openedByTheOffice: await rowsOf(readings, readings.at, {
      day: readings.day,
      what: readings.what,
      times: readings.times,
    }),
    corrections: await rowsOf(corrections, corrections.askedAt, {
      askedAt: corrections.askedAt,
      fields: corrections.fields,
      note: corrections.note,
      answeredAt: corrections.answeredAt,
      changes: corrections.changes,
    }),
    payments: await rowsOf(payments, payments.createdAt, {
      reference: referenceOf(sql`${payments}`),
      purpose: payments.purpose,
      period: payments.period,
      membership: payments.membership,
      amountInRupees: payments.amount,
      state: payments.state,
      transactionReference: payments.utr,
      askedAt: payments.createdAt,
      claimedAt: payments.claimedAt,
      receivedOn: payments.receivedOn,
      refundDue: payments.refundDue,
      refundedOn: payments.refundedOn,
      refundReference: payments.refundUtr,
      reason: payments.reason,
    }),
    cards: await rowsOf(memberCards, memberCards.createdAt, {
      since: memberCards.createdAt,
      replacedAt: memberCards.replacedAt,
    }),
    deductionsFromSalary: await rowsOf(salaryAuthorisations, salaryAuthorisations.askedAt, {
      state: salaryAuthorisations.state,
      employeeNumber: salaryAuthorisations.employeeNumber,
      amountInRupees: salaryAuthorisations.amount,
      fromMonth: salaryAuthorisations.from,
      lastMonth: salaryAuthorisations.until,
      reason: salaryAuthorisations.reason,
      askedAt: salaryAuthorisations.askedAt,
      confirmedAt: salaryAuthorisations.confirmedAt,
      endedAt: salaryAuthorisations.endedAt,
    }),
    receipts: await db
      .select({ number: receipts.label, issuedAt: receipts.issuedAt, cancelledAt: receipts.cancelledAt })
      .from(receipts)
      .innerJoin(payments, eq(payments.id, receipts.paymentId))
      .where(eq(payments.memberId, row.id))
      .orderBy(asc(receipts.issuedAt)),
    conferences: await db
      .select({
        conference: conferences.title,
        startsAt: conferences.startsAt,
        state: participations.state,
        since: participations.createdAt,
        answers: participations.answers,
        questions: conferences.questions,
        checkedInAt: participations.checkedInAt,
        certificate: certificates.label,
      })
      .from(participations)
      .innerJoin(conferences, eq(conferences.id, participations.conferenceId))
      .leftJoin(
        certificates,
        and(eq(certificates.participationId, participations.id), isNull(certificates.cancelledAt)),
      )
      .where(eq(participations.memberId, row.id))
      .orderBy(asc(conferences.startsAt)),
    votes: await db
      .select({
        title: votes.title,
        state: votes.state,
        memberNumber: voteRoll.memberNumber,
        paperOn: voteRoll.paperOn,
        objection: voteObjections.text,
        answer: voteObjections.answer,
      })
      .from(votes)
      .leftJoin(voteRoll, and(eq(voteRoll.voteId, votes.id), eq(voteRoll.memberId, row.id)))
      .leftJoin(voteObjections, and(eq(voteObjections.voteId, votes.id), eq(voteObjections.memberId, row.id)))
      // Most who object are not on the roll.
      .where(or(eq(voteRoll.memberId, row.id), eq(voteObjections.memberId, row.id)))
      .orderBy(asc(votes.createdAt)),
    circulars: await db
      .select({
        number: letters.number,
        kind: letters.kind,
        title: letters.title,
        sentAt: letters.startedAt,
        mail: letterRecipients.mail,
        mailAt: letterRecipients.at,
        email: letterRecipients.email,
        readAt: letterRecipients.readAt,
      })
      .from(letterRecipients)
      .innerJoin(letters, eq(letters.id, letterRecipients.letterId))
      .where(eq(letterRecipients.memberId, row.id))
      .orderBy(asc(letters.startedAt)),
    // Without titles: a document may be for other members by now.
    keptDocuments: await rowsOf(libraryStars, libraryStars.createdAt, {
      document: libraryStars.documentId,
      keptAt: libraryStars.createdAt,
    }),
    importedRows: await db
      .select({ listSentAt: imports.createdAt, values: importRows.values })
      .from(importRows)
      .innerJoin(imports, eq(imports.id, importRows.importId))
      .where(eq(importRows.memberId, row.id))
      .orderBy(asc(imports.createdAt)),
    files: await db
      .select({ key: files.key, name: files.name, type: files.type, bytes: files.bytes, storedAt: files.createdAt })
      .from(files)
      .where(inArray(files.key, keys)),
    messages: await db
      .select({
        sentAt: contactMessages.createdAt,
        name: contactMessages.name,
        email: contactMessages.email,
        mobile: contactMessages.mobile,
        message: contactMessages.message,
        replies: sql<{ sentAt: string; text: string }[]>`coalesce((
          select json_agg(json_build_object('sentAt', r.created_at, 'text', r.text) order by r.created_at)
          from ${contactReplies} r where r.message_id = ${contactMessages}.id), '[]'::json)`,
      })
      .from(contactMessages)
      .where(sql`lower(${contactMessages.email}) = ${row.email}`)
      .orderBy(asc(contactMessages.createdAt)),
    // Only that they exist: the e-mail in an application is unverified.
    earlierApplications: await db
      .select({
        reference: members.reference,
        status: members.status,
        registeredAt: members.createdAt,
        decidedAt: members.decidedAt,
        removalAt: members.removalAt,
      })
      .from(members)
      .where(and(eq(members.email, row.email), ne(members.id, row.id)))
      .orderBy(asc(members.createdAt)),
  };
}

/** The pictures that prove payments after the admission, by their file name in the archive. */
async function findProofs(db: Queryable, memberId: string): Promise<Record<string, string>> {
  const rows = await db
    .select({ reference: payments.reference, key: payments.proofFile })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), ne(payments.purpose, 'admission')))
    .orderBy(asc(payments.createdAt));
  const letters = await db
    .select({ key: salaryAuthorisations.signedFile })
    .from(salaryAuthorisations)
    .where(and(eq(salaryAuthorisations.memberId, memberId), isNotNull(salaryAuthorisations.signedFile)))
    .orderBy(asc(salaryAuthorisations.askedAt));
  return Object.fromEntries([
    ...rows.flatMap(({ reference, key }) => (key === null ? [] : [[`payment-${reference}`, key]])),
    ...letters.map(({ key }, index) => [`consent-${index + 1}`, key]),
  ]);
}

export type OwnTraces = Awaited<ReturnType<typeof findOwnTraces>>;
