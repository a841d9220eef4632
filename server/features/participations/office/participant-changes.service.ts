import type { Core } from '#server/core.ts';
import { eraseNames } from '#server/features/certificates/issuing.ts';
import { called, endOf } from '#server/features/conferences/conference.ts';
import { type ConferenceRow, conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { searchableName } from '#server/platform/database/searchable.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type { addParticipant, Participation } from '#shared/contracts/participations.ts';
import type { EndpointRequest } from '#shared/endpoint.ts';
import { AppError, notFound, orNotFound, recordChanged } from '#shared/errors.ts';
import { withSingleSpaces } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { powerNeeded } from '#shared/powers.ts';
import { checkAnswers } from '../answers.ts';
import { mailParticipants } from '../mails.ts';
import { forgetGuests } from '../own/erasure.ts';
import { endLinks } from '../own/links.queries.ts';
import * as queries from '../participations.queries.ts';
import { addresseesOf, cancelLocked, fillPlaces, hasRoom } from '../places.ts';
import { officeParticipation } from '../presentation.ts';

type NewParticipant = EndpointRequest<typeof addParticipant, never>['body'];
const calledParticipant = 'This participant';
const isIn = 'This participant has been checked in. Please undo that first.';

/** The office's changes of participations. */
export function createParticipantChangesService({ database, config }: Pick<Core, 'database' | 'config'>) {
  const noteInLog = (tx: Transaction, by: string, conference: ConferenceRow, action: string, memberId?: string) =>
    writeLog(tx, { kind: 'content', feature: 'participations', by, subject: conference.title, action, memberId });

  async function answerOf(tx: Transaction, id: string): Promise<Participation> {
    const view = orNotFound(await queries.findView(tx, id), calledParticipant);
    return officeParticipation(view, config.publicUrl);
  }

  /**
   * Registers somebody at once, past the waiting list.
   * @throws NOT_FOUND, NOT_OFFERED, OVER, VALIDATION, WRONG_STATE unless Approved, FULL without `overbook`
   */
  async function add(conferenceId: string, input: NewParticipant, reach: Reach, by: string): Promise<Participation> {
    return database.transaction(async (tx) => {
      const conference = orNotFound(await conferenceQueries.lock(tx, conferenceId), called);
      if (conference.cancelledAt !== null || conference.participation === 'off') {
        throw new AppError('NOT_OFFERED', serverMessages.nobodyAsked);
      }
      if (endOf(conference) <= clock.now()) throw new AppError('OVER', serverMessages.conferenceOver);
      const person = await personOf(tx, input, reach);
      const before = person.memberId
        ? (await queries.findOfMember(tx, person.memberId, [conferenceId]))[0]?.participation
        : await queries.findOfEmail(tx, conferenceId, person.email);
      const answers = checkAnswers(conference.questions, input.answers ?? before?.answers ?? {}, before?.answers, true);
      if (before?.state === 'registered') {
        if (input.answers) await queries.updateParticipations(tx, [before.id], { answers });
        return answerOf(tx, before.id);
      }
      // A held place belongs to its guest already.
      if (!before?.held && !input.overbook && !(await hasRoom(tx, conference, before?.id))) throw full();
      const state = { state: 'registered', held: false, heldUntil: null, answers } as const;
      const { memberId, name, email, mobile } = person;
      const guest = memberId === null ? { name, nameSearch: searchableName(name), email, mobile } : {};
      if (before) await queries.updateParticipations(tx, [before.id], { ...state, sequence: queries.oneMoreSequence });
      const row =
        before ??
        (await queries.insertParticipation(tx, {
          conferenceId,
          memberId,
          guest: memberId === null,
          ...state,
          ...guest,
        }));
      await mailParticipants(tx, 'participation-confirmed', conference, await addresseesOf(tx, [row]));
      await noteInLog(tx, by, conference, 'added a participant', memberId ?? undefined);
      await fillPlaces(tx, conference);
      return answerOf(tx, row.id);
    });
  }

  /** The person to add: a member by number, or by a member's e-mail. @throws VALIDATION, WRONG_STATE, POWER_NEEDED */
  async function personOf(tx: Transaction, input: NewParticipant, reach: Reach) {
    const email = input.email.toLowerCase();
    const match = await queries.findMemberBy(
      tx,
      input.memberNumber === '' ? { email } : { memberNumber: input.memberNumber },
    );
    const within = match && reach.has(match.state) ? match : undefined;
    if (input.memberNumber !== '' && !within) {
      const message = messages.participation.memberNumber;
      throw new AppError('VALIDATION', message, { fields: { memberNumber: message } });
    }
    if (within) {
      const [member] = await queries.lockMembersShared(tx, [within.id]);
      if (member?.status !== 'Approved') throw new AppError('WRONG_STATE', 'This person is no member at present.');
      return { memberId: member.id, name: member.name, email: member.email, mobile: '' };
    }
    mayDoGuests(reach);
    return { memberId: null, name: withSingleSpaces(input.name), email, mobile: input.mobile };
  }

  /** Changes a participation under the lock of the conference. @throws NOT_FOUND, RECORD_CHANGED */
  async function change<Answer>(
    id: string,
    version: number | undefined,
    reach: Reach,
    work: (tx: Transaction, conference: ConferenceRow, view: queries.ParticipationView) => Promise<Answer>,
  ): Promise<Answer> {
    const current = await queries.findView(database, id);
    if (!current || !isWithin(current, reach)) throw notFound(calledParticipant);
    return database.transaction(async (tx) => {
      const conference = await conferenceQueries.lock(tx, current.participation.conferenceId);
      if (current.member) await queries.lockMembersShared(tx, [current.member.id]);
      const view = await queries.findView(tx, id);
      if (!conference || !view || !isWithin(view, reach)) throw notFound(calledParticipant);
      if (version !== undefined && version !== view.participation.version) throw recordChanged();
      return work(tx, conference, view);
    });
  }

  /** @throws NOT_FOUND, RECORD_CHANGED, FULL, NOT_OFFERED, WRONG_STATE for a person who was checked in */
  async function move(
    id: string,
    state: 'registered' | 'waiting' | 'cancelled',
    { overbook, version }: { overbook: boolean; version?: number | undefined },
    reach: Reach,
    by: string,
  ): Promise<Participation> {
    return change(id, version, reach, async (tx, conference, view) => {
      const row = view.participation;
      if (row.state === state) return officeParticipation(view, config.publicUrl);
      if (row.forgottenAt !== null || (row.memberId === null && !row.guest)) {
        throw new AppError('WRONG_STATE', 'The data of this participant have been erased.');
      }
      if (conference.cancelledAt !== null) throw new AppError('NOT_OFFERED', serverMessages.conferenceCancelled);
      if (row.checkedInAt !== null) throw new AppError('WRONG_STATE', isIn);
      const people = await addresseesOf(tx, [row]);
      const next = { state, held: false, heldUntil: null, sequence: queries.oneMoreSequence };
      await noteInLog(tx, by, conference, `moved a participant: ${row.state} → ${state}`, row.memberId ?? undefined);
      if (state === 'cancelled') await cancelLocked(tx, conference, row, isIn);
      else if (state === 'registered') {
        if (!row.held && !overbook && !(await hasRoom(tx, conference, id))) throw full();
        await queries.updateParticipations(tx, [id], next);
        const kind = row.state === 'waiting' ? 'participation-moved-up' : 'participation-confirmed';
        await mailParticipants(tx, kind, conference, people);
        await fillPlaces(tx, conference);
      } else {
        await queries.updateParticipations(tx, [id], { ...next, line: queries.endOfLine });
        await mailParticipants(tx, 'participation-waiting', conference, people);
        await fillPlaces(tx, conference, { except: id });
      }
      return answerOf(tx, id);
    });
  }

  /** Erases a guest's data; the nameless row stays, so that no total changes. @throws NOT_FOUND, WRONG_STATE for a member */
  async function erase(id: string, reach: Reach, by: string): Promise<void> {
    await change(id, undefined, reach, async (tx, conference, { participation: row }) => {
      if (!row.guest) {
        throw new AppError('WRONG_STATE', 'A member is erased in the directory, with everything that is held on them.');
      }
      const ids = await queries.withDoubles(tx, [id]);
      await endLinks(tx, ids, 'erased');
      await forgetGuests(tx, [row]);
      await eraseNames(tx, ids);
      const isComing = row.state !== 'cancelled' && row.checkedInAt === null && conference.startsAt > clock.now();
      if (isComing) {
        await queries.updateParticipations(tx, [id], { state: 'cancelled', held: false, heldUntil: null });
        await fillPlaces(tx, conference);
      }
      await noteInLog(tx, by, conference, 'erased the data of a guest');
    });
  }

  return { add, move, erase };
}

/** Guests belong to no State: a bound administrator sees none. */
const isWithin = ({ member }: queries.ParticipationView, reach: Reach): boolean =>
  reach.isAll || (member !== null && reach.has(member.state));

function mayDoGuests(reach: Reach): void {
  if (!reach.isAll) throw powerNeeded('members', true);
}

const full = () => new AppError('FULL', 'All places are taken. One more can be registered all the same.');
