import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { participations } from '#server/features/participations/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { multipartBody } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { guestFactory, guestToken, openConferenceFactory } from '#tests/factories/participations.ts';
import { adminToken } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { killDatabase, startThreeServers, type ThreeServers } from './servers.ts';
import { figure, isLong, size } from './size.ts';

// 200 people at once for 20 places, over three processes of which one is killed, and then their database, while people cancel,
// guests confirm, the office cancels for others, and places are taken away and added. At full length again and again.

const people = size(200, 5_000);
const places = { first: people / 10, last: people / 10 + 10 };

let site: ThreeServers;
beforeAll(async () => {
  site = await startThreeServers();
}, 180_000);
afterAll(() => site?.close());

test('the last place is given once, the waiting list keeps its order, and nothing acknowledged is lost', async () => {
  const { database, send } = site;
  const conference = await openConferenceFactory({ database }, { places: places.first, meetingType: 'Offline' });
  const { id } = conference;
  const office = await adminToken({ database });
  const members: { memberId: string; token: string }[] = [];
  for (let number = 0; number < people; number++) {
    const { id: memberId } = await memberFactory({ database }, { status: 'Approved' });
    members.push({ memberId, token: await createSession(database, { memberId }) });
  }
  // The maximum number of held places.
  const guests: { id: string; email: string; token: string }[] = [];
  const hold = { state: 'unconfirmed', held: true, heldUntil: new Date(Date.now() + 86_400_000) } as const;
  for (let number = 0; number < Math.max(5, places.first / 10); number++) {
    const guest = await guestFactory({ database }, { conferenceId: id, ...hold });
    guests.push({ ...guest, token: await guestToken({ database }, guest.id) });
  }
  /** The last answer to each person. */
  const byKey = new Map<string, string>();
  const json = { headers: { 'content-type': 'application/json' }, body: '{"answers":{}}' };
  const wrong: string[] = [];

  async function takePart({ memberId, token }: (typeof members)[number], index: number): Promise<void> {
    const answer = await send('POST', `/Conference/participate/${id}`, token, json);
    if (answer.status !== 200) wrong.push(`${answer.status} ${await answer.text()}`);
    const { participation } = (await answer.json()) as { participation: { _id: string; state: string } };
    byKey.set(memberId, participation.state);
    // One in eight cancels, with or without a place; the office cancels another one in eight.
    if (index % 8 > 1) return;
    const ofOffice = { ...json, body: '{"state":"cancelled"}' };
    const { _id } = participation;
    const left =
      index % 8 === 0
        ? await send('DELETE', `/Conference/participate/${id}`, token, {})
        : await send('PATCH', `/Conference/participant/${_id}`, office, ofOffice);
    if (left.status !== 200) wrong.push(`${left.status} ${await left.text()}`);
    byKey.set(memberId, 'cancelled');
  }

  /** Their places are held, so they get them however many others register. */
  async function confirm({ email, token }: (typeof guests)[number], index: number): Promise<void> {
    await sleep(index * 100);
    const answer = await send('PATCH', '/Participation/mine', token, { ...json, body: '{}' });
    const { data } = (await answer.json()) as { data?: { participation: { state: string } } };
    if (data?.participation.state !== 'registered') wrong.push(`${answer.status} ${JSON.stringify(data)}`);
    byKey.set(email, 'registered');
    if (index % 2 !== 0) return;
    const left = await send('DELETE', '/Participation/mine', token, {});
    if (left.status !== 200) wrong.push(`${left.status} ${await left.text()}`);
    byKey.set(email, 'cancelled');
  }

  /** Adds two places each time, with one reduction in the middle, by which nobody loses a place. */
  async function changePlaces(): Promise<void> {
    const more = Array.from({ length: 5 }, (_, index) => places.first + 2 * (index + 1));
    for (const count of [...more.slice(0, 3), places.first - 4, ...more.slice(3)]) {
      const { title, meetingType, meetingAddress, startsAt, description } = conference;
      const { type, bytes } = multipartBody(
        {
          WebinarName: title,
          MeetingType: meetingType,
          MeetingAddress: meetingAddress,
          MeetingDate: startsAt.toISOString(),
          Description: description,
          places: count,
        },
        {},
      );
      const init = { headers: { 'content-type': type }, body: new Uint8Array(bytes) };
      const answer = await send('PATCH', `/Conference/updateConferences/${id}`, office, init);
      if (answer.status !== 200) wrong.push(`places: ${answer.status} ${await answer.text()}`);
      await sleep(150);
    }
  }

  let over = false;
  let max = places.first;
  async function watch(): Promise<void> {
    while (!over) {
      const result = database.pool.query<{ places: number; taken: number; counted: number }>(
        `select places, taken, (select count(*)::int from participations where conference_id = conferences.id
          and (state = 'registered' or held)) as counted from conferences where id = $1`,
        [id],
      );
      // Not while the database is away.
      const answer = await result.catch(() => null);
      const now = answer?.rows[0];
      max = Math.max(max, now?.places ?? 0);
      if (answer && (!now || now.taken > max || now.counted !== now.taken)) wrong.push(JSON.stringify(now));
      await sleep(20);
    }
  }

  const watching = watch();
  const killing = (async () => {
    const rounds = isLong ? 20 : 1;
    for (let round = 0; round < rounds; round += 1) {
      const reached = (part: number) => () => byKey.size > (people * (round + part)) / (rounds + 1);
      await eventually(reached(0.4), 'some are through', 300_000);
      await site.kill(2);
      if (isLong) await site.startAgain(2);
      if (isLong && round % 4 !== 0) continue;
      await eventually(reached(0.8), 'more are through', 300_000);
      await killDatabase(site.dataDir);
    }
  })();
  await Promise.all([...members.map(takePart), ...guests.map(confirm), changePlaces(), killing]);
  over = true;
  await watching;
  expect(wrong).toEqual([]);
  figure(`${site.requests()} requests for ${people} people`);

  const rows = await database.select().from(participations).where(eq(participations.conferenceId, id));
  expect(rows).toHaveLength(people + guests.length);
  const inState = (state: string) => rows.filter((row) => row.state === state);
  expect(inState('registered')).toHaveLength(places.last);
  const eighths = Math.ceil(people / 8) + Math.ceil((people - 1) / 8);
  expect(inState('cancelled')).toHaveLength(eighths + Math.ceil(guests.length / 2));
  // Everybody with a place came before everybody on the waiting list.
  const lines = (state: string) => inState(state).map(({ line }) => line);
  expect(Math.max(...lines('registered'))).toBeLessThan(Math.min(...lines('waiting')));
  for (const { memberId, email, state } of rows) {
    const last = byKey.get(memberId ?? email);
    // Somebody who was waiting may have got a place since; nobody loses one.
    if (last === 'waiting') expect(['waiting', 'registered']).toContain(state);
    else expect(state).toBe(last);
  }
  // Each change has exactly one mail.
  const mails = Map.groupBy(await database.select().from(mail), ({ memberId, recipient }) => memberId ?? recipient);
  for (const { memberId, email, state } of rows) {
    const kinds = (mails.get(memberId ?? email) ?? [])
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('participation'));
    const matches = kinds.filter((kind) => kind === 'participation-confirmed' || kind === 'participation-waiting');
    expect(matches, `${state}: ${kinds}`).toHaveLength(1);
    const movedUp = kinds.filter((kind) => kind === 'participation-moved-up').length;
    if (state === 'registered') expect(movedUp).toBe(matches[0] === 'participation-waiting' ? 1 : 0);
    if (state === 'waiting') expect(kinds).toEqual(['participation-waiting']);
    expect(kinds.filter((kind) => kind === 'participation-cancelled')).toHaveLength(state === 'cancelled' ? 1 : 0);
  }
}, 1_200_000);
