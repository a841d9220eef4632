import type { ConferenceRow } from '#server/features/conferences/conferences.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { deleteMailsAbout } from '#server/platform/mail/mail.queries.ts';
import { enqueueMails, type NewMail } from '#server/platform/mail/outbox.ts';
import type { Language } from '#shared/languages.ts';
import type { MailKind } from '#shared/mail-names.ts';

/** The mails to participants. Date, place, joining details, link and calendar entry are added when they are sent. */
export type ParticipationMailKind =
  | 'participation-confirmed'
  | 'participation-waiting'
  | 'participation-moved-up'
  | 'participation-cancelled'
  | 'participation-told'
  | 'participation-link'
  | 'conference-cancelled'
  | 'conference-reminder';

export interface Addressee {
  /** Of the participation. */
  id: string;
  memberId: string | null;
  name: string;
  email: string;
  /** A guest's; a member's own counts. */
  language: Language;
}

/** Up to this many are sent at once; more are a bulk mailing. */
const few = 100;

/** Queues one mail for each, in the transaction of the change. */
export async function mailParticipants(
  tx: Transaction,
  kind: ParticipationMailKind,
  conference: Pick<ConferenceRow, 'title'>,
  people: readonly Addressee[],
  about: { reason?: string; text?: string; changes?: string } = {},
): Promise<void> {
  const { reason = '', text = '', changes = '' } = about;
  const mails = people
    .filter(({ email }) => email !== '')
    .map(({ id, memberId, name, email, language }): NewMail<ParticipationMailKind> => {
      const data = {
        name,
        conference: conference.title,
        participation: id,
        reason,
        text,
        changes,
        language,
      };
      return { kind, to: email, data, memberId: memberId ?? undefined };
    });
  await enqueueMails(tx, mails, { bulk: mails.length > few });
}

const guestMails: MailKind[] = [
  ...(['participation-asked', 'participation-link', 'participation-confirmed', 'participation-waiting'] as const),
  ...(['participation-moved-up', 'participation-cancelled', 'participation-told'] as const),
  ...(['conference-cancelled', 'conference-reminder'] as const),
];

/** Deletes guests' mails about their participations, which waiting ones need no more. */
export async function deleteGuestMails(tx: Transaction, ids: readonly string[], addresses: readonly string[]) {
  await deleteMailsAbout(tx, guestMails, 'participation', ids, addresses);
}
