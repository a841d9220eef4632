import { randomBytes } from 'node:crypto';
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import type { Core } from '#server/core.ts';
import { certifyDue } from '#server/features/certificates/issuing.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { searchableName } from '#server/platform/database/searchable.ts';

const hourMs = 3_600_000;
const questions = [
  {
    id: 'food',
    text: 'Which food may we offer you?',
    kind: 'choice' as const,
    options: ['Vegetarian', 'Non-vegetarian', 'Jain'],
    required: true,
    removed: false,
  },
  {
    id: 'hostel',
    text: 'Do you need a room in the guest house?',
    kind: 'yesNo' as const,
    options: [],
    required: true,
    removed: false,
  },
  {
    id: 'arrival',
    text: 'When and how do you arrive?',
    kind: 'text' as const,
    options: [],
    required: false,
    removed: false,
  },
];
const onlineQuestions = [
  {
    id: 'topic',
    text: 'What would you like to ask the speakers?',
    kind: 'text' as const,
    options: [],
    required: false,
    removed: false,
  },
];
const questionsOf = ({ meetingType }: { meetingType: string }) =>
  meetingType === 'Online' ? onlineQuestions : questions;
const guests = ['Farida Khan', 'Joseph Mathew', 'சுப்பிரமணிய பாரதி', 'Anjali Bose'];

function answersOf(index: number, questionList: readonly { id: string }[]): Record<string, string> {
  const answers: Record<string, string> = {
    food: questions[0]!.options[index % 3]!,
    hostel: index % 2 === 0 ? 'yes' : 'no',
    ...(index % 4 === 0
      ? { arrival: 'By train, the evening before', topic: 'Who signs Part B of the certificate?' }
      : {}),
  };
  return Object.fromEntries(questionList.flatMap(({ id }) => (answers[id] ? [[id, answers[id]]] : [])));
}

type Row = typeof participations.$inferInsert;
const code = () => randomBytes(16).toString('base64url');

/** Adds participants of every state to the next two conferences, and a past conference with check-ins and certificates. */
export async function seedParticipations(core: Pick<Core, 'database' | 'log'>, today: Date): Promise<void> {
  const { database } = core;
  const people = await database
    .select({ id: members.id })
    .from(members)
    .where(eq(members.status, 'Approved'))
    .orderBy(asc(members.createdAt), asc(members.id))
    .limit(60);
  const coming = await database
    .select()
    .from(conferences)
    .where(and(gt(conferences.startsAt, today), eq(conferences.active, true)))
    .orderBy(asc(conferences.startsAt))
    .limit(2);
  const [past] = await database
    .select()
    .from(conferences)
    .where(and(lt(conferences.startsAt, new Date(today.getTime() - 48 * hourMs)), eq(conferences.active, true)))
    .orderBy(asc(conferences.startsAt))
    .limit(1);
  // Sample data are added once; with --force, the office's entries stay.
  if ([...coming, past].some((row) => row?.participation !== 'off')) return;
  const ends = (startsAt: Date) => new Date(startsAt.getTime() + 6 * hourMs);

  const add = async (
    to: { id: string; meetingType: string },
    rows: Omit<Row, 'conferenceId' | 'code' | 'answers'>[],
  ) => {
    if (rows.length === 0) return;
    await database.insert(participations).values(
      rows.map((row, index) => ({
        ...row,
        answers: answersOf(index, questionsOf(to)),
        conferenceId: to.id,
        code: code(),
      })),
    );
  };
  const guest = (index: number, state: Row['state'], more: Partial<Row> = {}) => {
    const name = guests[index % guests.length]!;
    const email = `guest${index + 1}@example.org`;
    return {
      guest: true,
      state,
      name,
      nameSearch: searchableName(name),
      email,
      mobile: '9812300000',
      ...more,
    };
  };
  const member = (index: number, state: Row['state'], more: Partial<Row> = {}) =>
    people[index] ? [{ guest: false, state, memberId: people[index].id, ...more }] : [];
  const each = (count: number, make: (index: number) => Omit<Row, 'conferenceId' | 'code' | 'answers'>[]) =>
    Array.from({ length: count }, (_, index) => make(index)).flat();

  for (const [index, conference] of coming.entries()) {
    const { id, startsAt } = conference;
    const isFull = index === 0;
    const closesAt = new Date(startsAt.getTime() - 24 * hourMs);
    await database
      .update(conferences)
      .set({
        participation: 'everybody',
        places: isFull ? Math.min(people.length, 30) + 2 : 200,
        endsAt: ends(startsAt),
        closesAt: closesAt > today ? closesAt : null,
        questions: questionsOf(conference),
        certificate: true,
      })
      .where(eq(conferences.id, id));
    const heldUntil = new Date(Math.min(today.getTime() + 20 * hourMs, startsAt.getTime()));
    await add(conference, [
      ...each(isFull ? 30 : 12, (at) => member(at, 'registered')),
      guest(0, 'registered'),
      guest(1, 'unconfirmed', { held: true, heldUntil }),
      ...(isFull ? [...each(6, (at) => member(30 + at, 'waiting')), guest(2, 'waiting')] : []),
      ...each(2, (at) => member(40 + at, 'cancelled')),
    ]);
  }
  if (!past) return;
  await database
    .update(conferences)
    .set({ participation: 'everybody', endsAt: ends(past.startsAt), questions: questionsOf(past), certificate: true })
    .where(eq(conferences.id, past.id));
  const cameAt = (index: number) => new Date(past.startsAt.getTime() - 20 * 60_000 + index * 40_000);
  await add(past, [
    ...each(24, (at) => member(at, 'registered', at % 6 === 5 ? {} : { checkedInAt: cameAt(at) })),
    guest(3, 'registered', { checkedInAt: cameAt(30) }),
    ...each(2, (at) => member(24 + at, 'cancelled')),
  ]);
  await certifyDue(core);
}
