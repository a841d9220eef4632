import { randomUUID } from 'node:crypto';
import { lastDayOf, redateCertificates, uncertify } from '#server/features/certificates/issuing.ts';
import { hasStarted } from '#server/features/conferences/conference.ts';
import type { ConferenceRow } from '#server/features/conferences/conferences.queries.ts';
import type { ConferenceNeeds, ConferenceParts } from '#server/features/conferences/conferences.service.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import type { QuestionInput } from '#shared/contracts/conferences.ts';
import type { Participation } from '#shared/contracts/participations.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { mailParticipants } from './mails.ts';
import { toldOf } from './office/telling.ts';
import { cancelWithoutMail } from './own/erasure.ts';
import * as queries from './participations.queries.ts';
import { addresseesOf, fillPlaces } from './places.ts';
import { ownParticipation } from './presentation.ts';

const text = messages.conference;

/** @throws VALIDATION */
function checkMoments({
  startsAt,
  closesAt,
  endsAt,
}: {
  startsAt: Date;
  closesAt: Date | null;
  endsAt: Date | null;
}): void {
  const fields: FieldErrors = {};
  if (closesAt !== null && closesAt > startsAt) fields.closesAt = text.closesAt;
  if (endsAt !== null && endsAt <= startsAt) fields.endsAt = text.endsAt;
  const [problem] = Object.values(fields);
  if (problem) throw new AppError('VALIDATION', problem, { fields });
}

const storedQuestion = ({ id, ...question }: QuestionInput): queries.StoredQuestion => ({
  ...question,
  id: id ?? randomUUID(),
  removed: false,
});

/** The fields of a new conference. @throws VALIDATION */
function newParts(startsAt: Date, { questions = [], closesAt = null, endsAt = null, ...parts }: ConferenceParts) {
  checkMoments({ startsAt, closesAt, endsAt });
  return {
    participation: parts.participation ?? 'off',
    places: parts.places ?? null,
    certificate: parts.certificate ?? false,
    closesAt,
    endsAt,
    questions: questions.map((question) => storedQuestion({ ...question, id: undefined })),
  };
}

/**
 * Changes questions. One with a known id is updated; one that is no longer sent is deleted, unless it has answers:
 * then it is only marked as removed.
 * @throws WRONG_STATE for an answered question that changes its kind
 */
async function changedQuestions(
  tx: Transaction,
  { id, questions: before }: ConferenceRow,
  questions: readonly QuestionInput[],
): Promise<queries.StoredQuestion[]> {
  const answered = await queries.findAnswered(
    tx,
    id,
    before.map((question) => question.id),
  );
  const byId = new Map(before.map((question) => [question.id, question]));
  const stored = questions.map((question) => {
    const match = question.id === undefined ? undefined : byId.get(question.id);
    if (!match) return storedQuestion({ ...question, id: undefined });
    if (match.kind !== question.kind && answered.has(match.id)) {
      throw new AppError(
        'WRONG_STATE',
        `‘${match.text}’ has been answered, and cannot become a question of another kind. Please add a new one.`,
      );
    }
    return storedQuestion(question);
  });
  const removed = before.filter((each) => answered.has(each.id) && !stored.some((question) => question.id === each.id));
  return [...stored, ...removed.map((question) => ({ ...question, removed: true }))];
}

/**
 * The fields of a changed conference, under its lock.
 * @param before the current row
 * @param after with the texts that are saved with it
 * @throws VALIDATION, WRONG_STATE
 */
async function changedParts(tx: Transaction, before: ConferenceRow, after: ConferenceRow, parts: ConferenceParts) {
  const { participation, places, closesAt, endsAt, certificate, questions } = parts;
  const values = {
    participation: participation ?? before.participation,
    places: places === undefined ? before.places : places,
    closesAt: closesAt === undefined ? before.closesAt : closesAt,
    endsAt: endsAt === undefined ? before.endsAt : endsAt,
    certificate: certificate ?? before.certificate,
    questions: questions === undefined ? before.questions : await changedQuestions(tx, before, questions),
  };
  checkMoments({ startsAt: after.startsAt, ...values });
  const will = { ...after, ...values };
  const [was, is] = [toldOf(before), toldOf(will)];
  const isMoved = JSON.stringify(was) !== JSON.stringify(is);
  const shows = isMoved || before.title !== after.title || before.description !== after.description;
  if (isMoved) await queries.noteTold(tx, before.id, was);
  if (was.startsAt !== is.startsAt) await uncertify(tx, await queries.countScansAgain(tx, will));
  // Who had gone when it had begun takes no place on another day.
  if (hasStarted(before) && !hasStarted(will))
    await cancelWithoutMail(tx, await queries.findIdsOfNobody(tx, before.id));
  if (isMoved || lastDayOf(before) !== lastDayOf(will)) await redateCertificates(tx, will);
  return {
    ...values,
    ...(shows ? { sequence: before.sequence + 1 } : {}),
    ...(isMoved && before.told === null ? { told: was } : {}),
    // Who comes on the further days is given a certificate after the last one.
    ...(lastDayOf(before) === lastDayOf(will) ? {} : { certifiedAt: null }),
  };
}

/** Notifies everybody who is registered, waiting or unconfirmed of a cancelled conference, under its lock. */
async function tellCancelled(tx: Transaction, conference: ConferenceRow, reason: string): Promise<void> {
  const rows = await queries.findAddressees(tx, conference.id, ['registered', 'waiting', 'unconfirmed']);
  await mailParticipants(tx, 'conference-cancelled', conference, await addresseesOf(tx, rows), { reason });
}

/** @throws WRONG_STATE for a conference with participations */
async function mustHaveNobody(tx: Transaction, conferenceId: string): Promise<void> {
  if (!(await queries.hasParticipations(tx, conferenceId))) return;
  throw new AppError(
    'WRONG_STATE',
    'People have taken part in this conference. It can be cancelled, or hidden, but not deleted.',
  );
}

/** A member's own participations, by conference. */
export async function ownParticipations(
  db: Readable,
  publicUrl: string,
  memberId: string,
  conferenceIds: readonly string[],
): Promise<Map<string, Participation>> {
  const views = await queries.findOfMember(db, memberId, conferenceIds);
  return new Map(views.map((view) => [view.participation.conferenceId, ownParticipation(view, publicUrl)]));
}

/** What conferences need of those who take part. */
export const conferenceNeeds: ConferenceNeeds = {
  newParts,
  changedParts,
  fillPlaces,
  mustHaveNobody,
  tellCancelled,
  ownParticipations,
};
