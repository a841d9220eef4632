import type { MemberRow } from '#server/features/members/members.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { dayInWords } from '#server/platform/mail/wording.ts';
import { person } from '#shared/person.ts';
import type { CorrectableName } from '#shared/person-fields.ts';
import type { CorrectionRow } from './corrections.queries.ts';

/** Mails an applicant the fields to correct; the link's secret is made when the mail is sent. */
export async function mailCorrection(
  tx: Transaction,
  row: MemberRow,
  correction: CorrectionRow,
  kind: 'correction-asked' | 'correction-reminder',
): Promise<void> {
  const data = {
    name: row.name,
    reference: row.reference,
    fields: correction.fields.map((name) => person[name as CorrectableName].label).join(', '),
    note: correction.note,
    until: dayInWords(correction.expiresAt),
    correction: correction.id,
  };
  await enqueueMail(tx, { kind, to: row.email, data, memberId: row.id });
}
