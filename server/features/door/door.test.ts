import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { participations } from '#server/features/participations/tables.ts';
import * as calls from '#shared/contracts/door.ts';
import { updateMember } from '#shared/contracts/members.ts';
import { changeParticipant } from '#shared/contracts/participations.ts';
import { startTestApp } from '#tests/app.ts';
import { pictureFile, registrationBody } from '#tests/factories/members.ts';
import { guestFactory, openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { doorPhotos } from './door-photos.ts';

const site = await startTestApp();
const token = await adminToken(site);

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const scan = (id: string, items: object[]) => site.call(calls.checkIn, { params: { id }, body: { items } }, { token });
const rowOf = async (id: string) =>
  (await site.database.select().from(participations).where(eq(participations.id, id)))[0]!;

describe('the door', () => {
  const door = () => openConferenceFactory(site, { startsAt: inHours(-1), endsAt: inHours(5) });

  it('lists the people who may come in, by the hash of the code', async () => {
    const { id } = await door();
    const guest = await guestFactory(site, { conferenceId: id });
    await guestFactory(site, { conferenceId: id, state: 'waiting' });
    await guestFactory(site, { conferenceId: id, state: 'cancelled' });
    const answer = await site.ok(calls.doorList, { params: { id } }, { token });
    expect(answer.data.map(({ code, state }) => [code, state]).sort()).toEqual(
      [
        [createHash('sha256').update(guest.code).digest('hex'), 'registered'],
        ['', 'waiting'],
      ].sort(),
    );
    expect(JSON.stringify(answer)).not.toContain(guest.code);
  });

  it('lists changes since an earlier list: new, checked-in and removed people', async () => {
    const { id } = await door();
    const old = new Date(Date.now() - 3_600_000);
    await guestFactory(site, { conferenceId: id, updatedAt: old });
    const inside = await guestFactory(site, { conferenceId: id, updatedAt: old });
    const left = await guestFactory(site, { conferenceId: id, updatedAt: old });
    const since = new Date(Date.now() - 30 * 60_000).toISOString();
    const changes = () => site.ok(calls.doorList, { params: { id }, query: { since } }, { token });
    expect(await changes()).toMatchObject({ data: [], gone: [] });
    await scan(id, [{ code: inside.code }]);
    await site.call(
      changeParticipant,
      { params: { participationId: left.id }, body: { state: 'cancelled' } },
      { token },
    );
    const late = await guestFactory(site, { conferenceId: id });
    const answer = await changes();
    expect(answer.data.map(({ id }) => id).sort()).toEqual([inside.id, late.id].sort());
    expect(answer.data.find(({ id }) => id === inside.id)?.checkedInAt).not.toBeNull();
    expect(answer.gone).toEqual([left.id]);
    expect(Date.parse(answer.at)).toBeGreaterThan(Date.parse(since));
    const wrong = await site.call(calls.doorList, { params: { id }, query: { since: 'yesterday' } }, { token });
    expect(wrong.status).toBe(400);
  });

  it('hears of a name or photo that was changed or taken back since an earlier list', async () => {
    const { id } = await door();
    const old = new Date(Date.now() - 3_600_000);
    const member = await newMember(site, { cardPhoto: true });
    const one = await participantFactory(site, { conferenceId: id, memberId: member.id, updatedAt: old });
    const query = { since: new Date(Date.now() - 30 * 60_000).toISOString() };
    const changes = () => site.ok(calls.doorList, { params: { id }, query }, { token });
    expect((await changes()).data).toEqual([]);
    const body = { ...registrationBody(), cardPhoto: false };
    await site.ok(updateMember, { params: { id: member.id }, body }, { token: await memberToken(site, member.id) });
    expect((await changes()).data).toMatchObject([{ id: one.id, photo: null }]);
  });

  it('asks again for a picture that the store did not give', async () => {
    const bytes = (await pictureFile(7)).bytes;
    let failures = 1;
    const open = async () => {
      if (failures-- > 0) throw new Error('away');
      return { body: Readable.from([bytes]) };
    };
    const core = { files: { open } } as unknown as Parameters<typeof doorPhotos>[0];
    expect((await doorPhotos(core, ['a-picture'])).get('a-picture')).toBe('');
    expect((await doorPhotos(core, ['a-picture'])).get('a-picture')).toContain('data:image/jpeg');
  });

  it('lets everybody in once, at the earliest scan since the last undone one, in any order of upload', async () => {
    const { id } = await door();
    const guest = await guestFactory(site, { conferenceId: id });
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const since = async () => (await rowOf(guest.id)).checkedInAt?.toISOString() ?? null;
    const [early, middle, late] = [at(30), at(20), at(10)];
    expect((await scan(id, [{ code: guest.code, at: middle }])).body).toMatchObject({
      checkedIn: 1,
      undone: 0,
      left: [],
    });
    const again = await scan(id, [
      { participationId: guest.id, at: early },
      { code: guest.code, at: middle },
    ]);
    expect(again.body).toMatchObject({
      checkedIn: 0,
      left: [
        { index: 0, participationId: guest.id, code: 'ALREADY' },
        { index: 1, participationId: guest.id, code: 'ALREADY' },
      ],
    });
    expect(again.raw.toString()).not.toContain(guest.code);
    expect(await since()).toBe(early);
    expect((await scan(id, [{ participationId: guest.id, at: at(25), undo: true }])).body).toMatchObject({ undone: 0 });
    expect(await since()).toBe(middle);
    expect((await scan(id, [{ participationId: guest.id, at: at(15), undo: true }])).body).toMatchObject({ undone: 1 });
    expect(await since()).toBeNull();
    await scan(id, [{ code: guest.code, at: early }]);
    expect(await since()).toBeNull();
    expect((await scan(id, [{ code: guest.code, at: late }])).body).toMatchObject({ checkedIn: 1 });
    expect(await since()).toBe(late);
  });

  it('leaves out invalid scans, and counts an impossible moment as now', async () => {
    const { id } = await door();
    const waiting = await guestFactory(site, { conferenceId: id, state: 'waiting' });
    const [one, other] = [
      await guestFactory(site, { conferenceId: id }),
      await guestFactory(site, { conferenceId: id }),
    ];
    const elsewhere = await guestFactory(site);
    const answer = await scan(id, [
      { code: 'unknown' },
      { participationId: elsewhere.id },
      { participationId: waiting.id },
      { code: one.code, at: 'yesterday' },
      { code: one.code, at: inHours(3).toISOString() },
      { code: other.code, at: inHours(-24 * 400).toISOString() },
      {},
    ]);
    const { left } = answer.body as { left: { index: number; code: string }[] };
    expect(left.map(({ index, code }) => [index, code])).toEqual([
      [0, 'NOT_FOUND'],
      [1, 'NOT_FOUND'],
      [2, 'WRONG_STATE'],
      [3, 'BAD_TIME'],
      [6, 'NOT_FOUND'],
    ]);
    for (const { id } of [one, other]) {
      expect(Math.abs((await rowOf(id)).checkedInAt!.getTime() - Date.now())).toBeLessThan(60_000);
    }
    const many = Array.from({ length: 1_000 }, () => ({ participationId: one.id, at: inHours(-0.1).toISOString() }));
    expect((await scan(id, many)).status).toBe(200);
    expect((await scan(id, [...many, {}])).status).toBe(400);
    const early = await openConferenceFactory(site, { startsAt: inHours(13) });
    expect(await scan(early.id, [{}])).toMatchObject({ status: 409, body: { code: 'TOO_EARLY' } });
    const over = await openConferenceFactory(site, { startsAt: inHours(-24 * 9), endsAt: inHours(-24 * 8) });
    expect(await scan(over.id, [{}])).toMatchObject({ status: 409, body: { code: 'OVER' } });
  });
});
