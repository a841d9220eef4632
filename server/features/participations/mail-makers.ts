import { endOf, hasStarted } from '#server/features/conferences/conference.ts';
import { type ConferenceRow, conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { meetingInWords } from '#server/platform/languages/dates.ts';
import type {
  Attachment,
  AttachmentMakers,
  DueMail,
  LateValues,
  ParticipationSecrets,
  StillTrue,
} from '#server/platform/mail/kinds.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { findMailWay } from '#server/platform/mail/way.ts';
import { clock, indianDay } from '#shared/clock.ts';
import { recordId } from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import type { ParticipationMailKind } from './mails.ts';
import { changeLines, toldOf } from './office/telling.ts';
import { invitation } from './own/calendar.ts';
import { makeGuestLink } from './own/links.ts';
import {
  findView,
  type ParticipationRow,
  type ParticipationView,
  type ToldConference,
} from './participations.queries.ts';

interface Part {
  row: ParticipationRow;
  conference: ConferenceRow;
}

const takesPlace = ({ cancelledAt }: ConferenceRow) => cancelledAt === null;
const isOver = (conference: ConferenceRow) => endOf(conference) <= clock.now();
const isRegistered = ({ row, conference }: Part) =>
  row.state === 'registered' && takesPlace(conference) && !isOver(conference);

/** When a mail is still true. */
const truths: Record<ParticipationMailKind | 'participation-asked', (part: Part, mail: DueMail) => boolean> = {
  // It may have been confirmed, asked for again, or have expired while the mail was waiting.
  'participation-asked': ({ row, conference }, { data: { wish } }) =>
    row.state === 'unconfirmed' &&
    String(row.wishes) === wish &&
    row.heldUntil! > clock.now() &&
    takesPlace(conference),
  'participation-confirmed': isRegistered,
  'participation-moved-up': isRegistered,
  'participation-waiting': ({ row, conference }) =>
    row.state === 'waiting' && takesPlace(conference) && !hasStarted(conference),
  'participation-cancelled': ({ row }) => row.state === 'cancelled',
  'participation-told': ({ row, conference }) =>
    (row.state === 'registered' || row.state === 'waiting') && takesPlace(conference) && !isOver(conference),
  'participation-link': ({ conference }) => takesPlace(conference),
  'conference-cancelled': ({ conference }) => !takesPlace(conference) && !isOver(conference),
  // Of the date as it is now, which earlier versions did not name.
  'conference-reminder': ({ row, conference }, { data: { reason = '' } }) =>
    row.state === 'registered' &&
    takesPlace(conference) &&
    !hasStarted(conference) &&
    (reason === '' || reason === conference.startsAt.toISOString()),
};

/** Which day a conference is on, as a reminder of this moment says it. */
export const dayOf = ({ startsAt }: Pick<ConferenceRow, 'startsAt'>): 'today' | 'tomorrow' =>
  indianDay(startsAt) === clock.today() ? 'today' : 'tomorrow';

/** What a mail tells of changes, and what has changed since it was written. */
const changesOf = ({ data: { changes = '' } }: DueMail, told: ToldConference | null, conference: ConferenceRow) =>
  changes === '' || !told ? changes : [changes, ...changeLines(told, toldOf(conference))].join('\n');

const withEntry: readonly ParticipationMailKind[] = [
  'participation-confirmed',
  'participation-waiting',
  'participation-moved-up',
  'participation-cancelled',
  'participation-told',
  'conference-cancelled',
  'conference-reminder',
];

/** Adds the current conference, a link and a calendar entry to participants' mails when they are sent. */
export function createParticipationMakers({ config, database }: Pick<BaseCore, 'config' | 'database'>) {
  async function partOf({ data }: DueMail, db: Queryable = database) {
    const id = data.participation ?? '';
    const view = recordId.safeParse(id).success ? await findView(db, id) : undefined;
    // Those of erased people have no link any more.
    if (!view || (view.participation.forgottenAt !== null && view.participation.memberId === null)) return undefined;
    const conference = await conferenceQueries.find(db, view.participation.conferenceId);
    return conference && { view, conference };
  }

  /** The page of a member's participations, which needs a login, or a guest's link. */
  const linkOf = ({ participation }: ParticipationView) =>
    participation.guest
      ? makeGuestLink(database, config.publicUrl, participation.id)
      : Promise.resolve(`${config.publicUrl}${paths.myConferences}`);

  const secretOf =
    (kind: keyof typeof truths) =>
    async (mail: DueMail): Promise<ParticipationSecrets | null> => {
      const part = await partOf(mail);
      if (!part) return null;
      const { view, conference } = part;
      const isIn = view.participation.state === 'registered' && conference.cancelledAt === null;
      return {
        participationLink: await linkOf(view),
        when: meetingInWords(conference.startsAt),
        where: inLanguage(conference.meetingAddress, mail.language ?? 'en'),
        joinLink: isIn ? conference.meetingLink : '',
        joinId: isIn ? conference.meetingId : '',
        joinPassword: isIn ? conference.meetingPassword : '',
        position: view.position === null ? '' : String(view.position),
        ...(kind === 'conference-reminder' && { text: dayOf(conference) }),
        ...(kind === 'participation-told' && { changes: changesOf(mail, view.participation.told, conference) }),
      };
    };

  async function entryOf(mail: DueMail): Promise<Attachment[] | null> {
    const part = await partOf(mail);
    if (!part) return null;
    const { view, conference } = part;
    const { state, sequence } = view.participation;
    // Somebody on the waiting list has no entry, and none to remove unless they had a place.
    const hadEntry = mail.kind === 'participation-waiting' && sequence > 0;
    if (state !== 'registered' && state !== 'cancelled' && !hadEntry) return [];
    const sender = await findSender(database);
    const { sender: from } = await findMailWay({ config, database });
    const organizer = sender.email || /<([^<>]+)>$/.exec(from)?.[1] || from;
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

  const kinds = Object.keys(truths) as (keyof typeof truths)[];
  const stillTrue: StillTrue = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      async (db: Queryable, mail: DueMail) => {
        const part = await partOf(mail, db);
        return part !== undefined && truths[kind]({ row: part.view.participation, conference: part.conference }, mail);
      },
    ]),
  );
  const lateValues: LateValues = Object.fromEntries(kinds.map((kind) => [kind, secretOf(kind)]));
  const attachmentMakers: AttachmentMakers = Object.fromEntries(withEntry.map((kind) => [kind, entryOf]));
  return { stillTrue, lateValues, attachmentMakers };
}
