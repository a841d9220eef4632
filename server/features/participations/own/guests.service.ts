import type { z } from 'zod';
import type { Core } from '#server/core.ts';
import { askedQuestions, called, mustBeOpen, mustNotHaveStarted } from '#server/features/conferences/conference.ts';
import { type ConferenceRow, conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { searchableName } from '#server/platform/database/searchable.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { mustBeRehearsed } from '#server/platform/rehearsal/rehearsal.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import type { GuestParticipation, guestSchema } from '#shared/contracts/participations.ts';
import { AppError, notFound, recordChanged } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { checkAnswers, sameAnswers } from '../answers.ts';
import { mailParticipants } from '../mails.ts';
import * as queries from '../participations.queries.ts';
import { addresseesOf, cancelLocked, canHold, fillPlaces, settle } from '../places.ts';
import { ownConference, ownParticipation } from '../presentation.ts';
import { endLinks } from './links.queries.ts';

const mailsPerGuest: Throttle = { name: 'participation-mail', count: limits.guestMailsPerHour, seconds: 60 * 60 };
const hourMs = 3_600_000;

type Wish = z.output<typeof guestSchema>;

const india = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

/** Participation of guests: people without a login, who prove with a mailed link that an e-mail is theirs. */
export function createGuestsService({ database, config }: Pick<Core, 'database' | 'config'>) {
  /** Limits mails without revealing it: the answer is the same beyond the limit. */
  async function mayMail(conferenceId: string, email: string): Promise<boolean> {
    try {
      await countTry(database, mailsPerGuest, [email, conferenceId]);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY') return false;
      throw error;
    }
  }

  /**
   * Asks to take part. The further steps are mailed to the owner of that e-mail.
   * @throws NOT_FOUND, NOT_OFFERED, OVER, CLOSED, VALIDATION
   */
  async function ask(conferenceId: string, wish: Wish): Promise<void> {
    const current = await conferenceQueries.find(database, conferenceId);
    if (!current?.active) throw notFound(called);
    mustBeOpen(current, 'guest');
    await mustBeRehearsed(database, wish.email);
    checkAnswers(current.questions, wish.answers);
    const isMailed = await mayMail(conferenceId, wish.email);
    await database.transaction(async (tx) => {
      const conference = await conferenceQueries.lock(tx, conferenceId);
      if (!conference?.active) throw notFound(called);
      mustBeOpen(conference, 'guest');
      const answers = checkAnswers(conference.questions, wish.answers);
      const member = await queries.findMemberBy(tx, { email: wish.email });
      if (member) {
        if (isMailed) await mailMember(tx, conference, member);
        return;
      }
      const before = await queries.findOfEmail(tx, conferenceId, wish.email);
      const isLapsed = before?.state === 'unconfirmed' && before.heldUntil! <= clock.now();
      if (before && !isLapsed) await askAgain(tx, conference, before, wish, answers, isMailed);
      else await askFirst(tx, conference, wish, answers, isMailed);
    });
  }

  async function mailMember(
    tx: Transaction,
    conference: ConferenceRow,
    member: { id: string; name: string; email: string },
  ): Promise<void> {
    const data = {
      name: member.name,
      conference: conference.title,
      link: `${config.publicUrl}${paths.conference(conference.id)}`,
    };
    await enqueueMail(tx, { kind: 'participation-member', to: member.email, data, memberId: member.id });
  }

  async function askFirst(
    tx: Transaction,
    conference: ConferenceRow,
    { name, email, mobile, language }: Wish,
    answers: Record<string, string>,
    isMailed: boolean,
  ): Promise<void> {
    // Also releases an expired place of this e-mail.
    const held = await canHold(tx, conference);
    const heldUntil = new Date(Math.min(clock.ms() + limits.guestHoldHours * hourMs, conference.startsAt.getTime()));
    const { id } = await queries.insertParticipation(tx, {
      conferenceId: conference.id,
      guest: true,
      state: 'unconfirmed',
      held,
      heldUntil,
      name,
      nameSearch: searchableName(name),
      email,
      mobile,
      language,
      answers,
    });
    await fillPlaces(tx, conference);
    if (isMailed) await mailWish(tx, conference, { id, name, email, language, heldUntil, wishes: 1 });
  }

  /** A stranger may use somebody else's e-mail: it must not change anything confirmed. */
  async function askAgain(
    tx: Transaction,
    conference: ConferenceRow,
    before: queries.ParticipationRow,
    { name, mobile, language }: Wish,
    answers: Record<string, string>,
    isMailed: boolean,
  ): Promise<void> {
    const { id, email, heldUntil, wishes } = before;
    if (before.state !== 'unconfirmed') {
      if (isMailed) await mailParticipants(tx, 'participation-link', conference, await addresseesOf(tx, [before]));
      return;
    }
    // Without a mail the existing link must stay valid.
    if (!isMailed) return;
    const change = { name, nameSearch: searchableName(name), mobile, language, answers, wishes: wishes + 1 };
    await queries.updateParticipations(tx, [id], change);
    await endLinks(tx, [id], 'replaced');
    await mailWish(tx, conference, { id, name, email, language, heldUntil: heldUntil!, wishes: wishes + 1 });
  }

  async function mailWish(
    tx: Transaction,
    conference: ConferenceRow,
    guest: { id: string; name: string; email: string; language: Language; heldUntil: Date; wishes: number },
  ): Promise<void> {
    const data = {
      name: guest.name,
      conference: conference.title,
      until: india.format(guest.heldUntil),
      participation: guest.id,
      wish: String(guest.wishes),
      language: guest.language,
    };
    await enqueueMail(tx, { kind: 'participation-asked', to: guest.email, data });
  }

  /** Changes a guest's participation under the lock of its conference. @throws LINK_ENDED */
  async function change(
    id: string,
    work: (tx: Transaction, conference: ConferenceRow, row: queries.ParticipationRow) => Promise<void>,
  ): Promise<GuestParticipation> {
    const participation = await queries.findParticipation(database, id);
    if (!participation) throw ended();
    await database.transaction(async (tx) => {
      const conference = await conferenceQueries.lock(tx, participation.conferenceId);
      const row = await queries.findParticipation(tx, id);
      if (!conference || !row || row.forgottenAt !== null || conference.cancelledAt !== null) throw ended();
      if (row.memberId !== null) {
        // They were a guest once; their place is a member's now, for as long as they are one.
        const [member] = await queries.lockMembersShared(tx, [row.memberId]);
        if (member?.status !== 'Approved') throw ended();
      }
      await work(tx, conference, row);
    });
    return mine(id);
  }

  /** @throws LINK_ENDED */
  async function mine(id: string): Promise<GuestParticipation> {
    const view = await queries.findView(database, id);
    const conference = view && (await conferenceQueries.find(database, view.participation.conferenceId));
    if (!conference) throw ended();
    return {
      conference: { ...ownConference(conference, view), questions: askedQuestions(conference) },
      heldUntil: view.participation.heldUntil?.toISOString() ?? null,
      participation: ownParticipation(view, config.publicUrl),
    };
  }

  /** Confirms, registers again after a cancellation, or changes the answers. @throws OVER, CLOSED, NOT_OFFERED, VALIDATION, RECORD_CHANGED, LINK_ENDED */
  async function confirm(
    id: string,
    input: Record<string, string> | undefined,
    version: number | undefined,
  ): Promise<GuestParticipation> {
    return change(id, async (tx, conference, row) => {
      if (version !== undefined && version !== row.version) throw recordChanged();
      const isFirst = row.state === 'unconfirmed';
      const isSettled = row.state === 'registered' || row.state === 'waiting';
      const answers = input === undefined ? row.answers : undefined;
      // Pressing the mail's button again changes nothing, at any time.
      if (isSettled && (answers !== undefined || sameAnswers(row.answers, input!))) return;
      // A guest who has asked in time may confirm as long as the place is held.
      if (isFirst) mustNotHaveStarted(conference);
      else mustBeOpen(conference, row.memberId === null ? 'guest' : 'member');
      const checked = answers ?? checkAnswers(conference.questions, input!, row.answers);
      if (isSettled) return queries.updateParticipations(tx, [id], { answers: checked });
      // The calendars of those who have yet to confirm know of nothing.
      const sequence = isFirst ? row.sequence : queries.oneMoreSequence;
      const free = { answers: checked, heldUntil: null, held: false, sequence };
      if (row.held) await queries.updateParticipations(tx, [id], { ...free, state: 'registered' });
      else await queries.updateParticipations(tx, [id], { ...free, state: 'waiting', line: queries.endOfLine });
      await settle(tx, conference, row);
    });
  }

  /** @throws OVER, LINK_ENDED */
  async function cancel(id: string): Promise<GuestParticipation> {
    return change(id, async (tx, conference, row) => {
      if (row.state === 'cancelled') return;
      mustNotHaveStarted(conference);
      await cancelLocked(tx, conference, row, serverMessages.checkedIn);
    });
  }

  return { ask, mine, confirm, cancel };
}

const ended = () => new AppError('LINK_ENDED', 'This link is no longer valid.');
