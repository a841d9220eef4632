import { beforeAll, describe, expect, it } from 'vitest';
import { participations } from '#server/features/participations/tables.ts';
import { voteRoll, votes } from '#server/features/votes/tables.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import { getPerson } from '#shared/contracts/timeline.ts';
import { startTestApp } from '#tests/app.ts';
import { conferenceFactory } from '#tests/factories/content.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken, memberToken, newAdministrator } from '#tests/logins.ts';

const site = await startTestApp();
const tokenOf = async (values: Parameters<typeof newAdministrator>[1]) => ({
  token: await adminToken(site, (await newAdministrator(site, values)).id),
});
let person: Awaited<ReturnType<typeof memberFactory>>;
beforeAll(async () => {
  const full = { token: await adminToken(site) };
  person = await memberFactory(site, { status: 'New', state: 'Kerala', name: 'Arjun Nair' });
  await site.ok(decideRegistration, { body: { id: person.id, status: 'Approved' } }, full);
  const conference = await conferenceFactory(site, { title: 'Electronic evidence', participation: 'members' });
  await site.database
    .insert(participations)
    .values({ conferenceId: conference.id, memberId: person.id, guest: false, state: 'registered', code: 'code' });
  const [vote] = await site.database
    .insert(votes)
    .values({
      title: 'President',
      state: 'open',
      questions: [],
      opensAt: new Date(Date.now() - 60_000),
      closesAt: new Date(Date.now() + 60_000),
      frozenAt: new Date(),
      by: 'office',
    })
    .returning();
  const { id: memberId, name, state } = person;
  await site.database
    .insert(voteRoll)
    .values({ voteId: vote!.id, memberId, name, state, memberNumber: 'AIP-M-1', paperOn: '2026-11-27' });
});
const get = (as: { token: string }, page = 1) => site.ok(getPerson, { params: { id: person.id }, query: { page } }, as);
const kinds = async (as: { token: string }) => [...new Set((await get(as)).timeline.map(({ kind }) => kind))].sort();

describe('a person’s time', () => {
  it('has everything for full powers, newest first, with links', async () => {
    const answer = await get({ token: await adminToken(site) });
    expect(answer.person).toMatchObject({ id: person.id, name: 'Arjun Nair', status: 'Approved' });
    const times = answer.timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(answer.pagination.totalCount).toBe(answer.timeline.length);
    const byKind = new Map(answer.timeline.map((event) => [event.kind, event]));
    expect(byKind.get('registered')).toMatchObject({ text: `Registered as ${person.reference}` });
    expect(byKind.get('decision')?.text).toContain('New → Approved');
    expect(byKind.get('conference')).toMatchObject({ text: 'Takes part in Electronic evidence' });
    expect(byKind.get('payment')?.text).toMatch(/^Asked for: Rs 1,000: Admission/);
    expect(byKind.get('roll')).toMatchObject({ text: 'On the roll of President', path: expect.stringMatching(/Vote/) });
    // That a paper was taken stands nowhere.
    expect(JSON.stringify(answer)).not.toContain('paper');
  });

  it('has only what the reader’s powers allow', async () => {
    expect(await kinds(await tokenOf({ powers: ['members'] }))).toEqual(['conference', 'decision', 'registered']);
    const money = await tokenOf({ powers: ['money'] });
    expect(await kinds(money)).toEqual(['payment']);
    expect((await get(money)).money).toMatchObject({ deduction: null });
    expect((await get(await tokenOf({ powers: ['members'] }))).money).toBeNull();
    expect((await get(money)).person).toEqual({
      id: person.id,
      name: 'Arjun Nair',
      memberNumber: expect.any(String),
      membership: person.membership,
      reference: person.reference,
      status: 'Approved',
    });
    for (const powers of [['content'], ['votes']] as const) {
      const answer = await get(await tokenOf({ powers: [...powers] }));
      expect(Object.keys(answer.person).sort()).toEqual(['id', 'memberNumber', 'membership', 'name']);
      expect(answer.timeline.map(({ kind }) => kind)).toEqual(powers[0] === 'votes' ? ['roll'] : []);
      expect(answer.pagination.totalCount).toBe(answer.timeline.length);
    }
  });

  it('is one’s own States’ alone, and nobody’s but the office’s', async () => {
    const params = { id: person.id };
    const inKerala = await tokenOf({ powers: ['members'], states: ['Kerala'] });
    const inGoa = await tokenOf({ powers: ['members'], states: ['Goa'] });
    expect((await get(inKerala)).person.id).toBe(person.id);
    expect((await site.fails(getPerson, { params }, inGoa)).status).toBe(404);
    expect((await site.fails(getPerson, { params }, { token: await memberToken(site, person.id) })).status).toBe(403);
    expect((await site.fails(getPerson, { params })).status).toBe(401);
    const nobody = { id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11' };
    expect((await site.fails(getPerson, { params: nobody }, inKerala)).status).toBe(404);
    expect((await site.fails(getPerson, { params, query: { page: 0 } }, inKerala)).status).toBe(400);
  });
});
