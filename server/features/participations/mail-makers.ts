import type { BaseCore } from '#server/core.ts';
import { conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import { meetingInWords } from '#server/platform/languages/dates.ts';
import type {
  Attachment,
  AttachmentMakers,
  DueMail,
  LateValues,
  ParticipationSecrets,
} from '#server/platform/mail/kinds.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { recordId } from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import type { ParticipationMailKind } from './mails.ts';
import { invitation } from './own/calendar.ts';
import { makeGuestLink } from './own/links.ts';
import { findView, type ParticipationView } from './participations.queries.ts';

/** Whether a waiting mail is still true when it is sent. */
const stillTrue: Record<
  ParticipationMailKind,
  (state: ParticipationView['participation']['state'], isCancelled: boolean) => boolean
> = {
  'participation-confirmed': (state, isCancelled) => state === 'registered' && !isCancelled,
  'participation-moved-up': (state, isCancelled) => state === 'registered' && !isCancelled,
  'participation-waiting': (state, isCancelled) => state === 'waiting' && !isCancelled,
  'participation-cancelled': (state) => state === 'cancelled',
  'participation-told': (state, isCancelled) => (state === 'registered' || state === 'waiting') && !isCancelled,
  'participation-link': (_state, isCancelled) => !isCancelled,
  'conference-cancelled': (_state, isCancelled) => isCancelled,
  'conference-reminder': (state, isCancelled) => state === 'registered' && !isCancelled,
};
const withEntry: readonly ParticipationMailKind[] = [
  'participation-confirmed',
  'participation-moved-up',
  'participation-cancelled',
  'participation-told',
  'conference-cancelled',
  'conference-reminder',
];

/** Adds the current conference, a link and a calendar entry to participants' mails when they are sent. */
export function createParticipationMakers({ config, database }: Pick<BaseCore, 'config' | 'database'>) {
  async function partOf({ data }: DueMail) {
    const id = data.participation ?? '';
    const view = recordId.safeParse(id).success ? await findView(database, id) : undefined;
    const conference = view && (await conferenceQueries.find(database, view.participation.conferenceId));
    return conference && { view, conference };
  }

  /** The page of a member's participations, which needs a login, or a guest's link. */
  const linkOf = ({ participation }: ParticipationView) =>
    participation.guest
      ? makeGuestLink(database, config.publicUrl, participation.id)
      : Promise.resolve(`${config.publicUrl}${paths.myConferences}`);

  const secretOf =
    (kind: ParticipationMailKind) =>
    async (mail: DueMail): Promise<ParticipationSecrets | null> => {
      const part = await partOf(mail);
      if (!part) return null;
      const { view, conference } = part;
      if (!stillTrue[kind](view.participation.state, conference.cancelledAt !== null)) return null;
      const isIn = view.participation.state === 'registered' && conference.cancelledAt === null;
      return {
        participationLink: await linkOf(view),
        when: meetingInWords(conference.startsAt),
        where: conference.meetingAddress,
        joinLink: isIn ? conference.meetingLink : '',
        joinId: isIn ? conference.meetingId : '',
        joinPassword: isIn ? conference.meetingPassword : '',
        position: view.position === null ? '' : String(view.position),
      };
    };

  async function entryOf(mail: DueMail): Promise<Attachment[] | null> {
    const part = await partOf(mail);
    if (!part) return null;
    const { view, conference } = part;
    const isWaiting = view.participation.state !== 'registered' && view.participation.state !== 'cancelled';
    // Somebody on the waiting list has no entry, and none to remove.
    if (isWaiting) return [];
    const sender = await findSender(database);
    const organizer = sender.email || /<([^<>]+)>$/.exec(config.mailFrom)?.[1] || config.mailFrom;
    const place = {
      publicUrl: config.publicUrl,
      publisher: sender.name || 'Association',
      language: mail.language ?? 'en',
    };
    const attendee = { name: mail.data.name ?? '', email: mail.recipient };
    const { text, method } = invitation(conference, view.participation, place, { organizer, attendee });
    return [
      { name: 'conference.ics', type: `text/calendar; charset=utf-8; method=${method}`, bytes: Buffer.from(text) },
    ];
  }

  const kinds = Object.keys(stillTrue) as ParticipationMailKind[];
  const lateValues: LateValues = {
    ...Object.fromEntries(kinds.map((kind) => [kind, secretOf(kind)])),
    async 'participation-asked'(mail) {
      const part = await partOf(mail);
      // Confirmed, asked for again, or expired while the mail was waiting.
      const isWanted =
        part?.view.participation.state === 'unconfirmed' &&
        String(part.view.participation.wishes) === mail.data.wish &&
        part.conference.cancelledAt === null;
      if (!isWanted) return null;
      return {
        participationLink: await linkOf(part.view),
        when: meetingInWords(part.conference.startsAt),
        where: part.conference.meetingAddress,
      };
    },
  };
  const attachmentMakers: AttachmentMakers = Object.fromEntries(withEntry.map((kind) => [kind, entryOf]));
  return { lateValues, attachmentMakers };
}
