import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { clock } from '#shared/clock.ts';
import * as contract from '#shared/contracts/votes.ts';
import type { Failure } from '#shared/errors.ts';
import type { TestApp } from '#tests/app.ts';
import { confirmedToken, hashOfPassword, memberToken, newAdministrator, newMember, password } from '#tests/logins.ts';
import { newPaper } from '#tests/voter.ts';
import { scaled } from './speed.ts';

export const hour = 3_600_000;
/** When each test begins. */
export const start = new Date('2026-11-23T10:00:00+05:30');

/** Two administrators who hold votes, and their voters, on the clock of the tests. */
export function electionOffice(site: TestApp) {
  const realStart = Date.now();
  const people = { first: '', second: '' };
  beforeAll(async () => {
    const values = { powers: ['votes' as const], lastLoginAt: new Date() };
    people.first = (await newAdministrator(site, values)).id;
    people.second = (await newAdministrator(site, values)).id;
  });
  beforeEach(() => clock.set(start));
  afterAll(() => clock.set(new Date(realStart)));

  /** A new one each time: the clock may have moved on since another was made. */
  const tokenOf = (who: 'first' | 'second') => confirmedToken(site, people[who]);

  async function voters(state: string, count: number) {
    const passwordHash = await hashOfPassword();
    return Promise.all(Array.from({ length: count }, () => newMember(site, { state, passwordHash })));
  }

  const office = {
    kind: 'office',
    title: 'President',
    seats: 1,
    options: [{ name: 'Asha Rao' }, { name: 'Bimal Sen' }],
  } as const;
  const resolution = { kind: 'resolution', title: 'New rules', majority: 'twoThirds' } as const;

  async function draft(state: string, values: Record<string, unknown> = {}) {
    const opens = new Date(clock.ms() + hour);
    const body = {
      title: 'Election',
      questions: [office, resolution],
      filter: { state },
      opensAt: opens.toISOString(),
      closesAt: new Date(opens.getTime() + 48 * hour).toISOString(),
      withoutNotice: true,
      ...values,
    };
    return (await site.ok(contract.createVote, { body }, { token: await tokenOf('first') })).vote;
  }

  type Answered = { status: number; body: { vote?: contract.Vote } & Partial<Failure> };
  /** What the office is answered, which may be a refusal. */
  const propose = async (id: string, body: Record<string, unknown>) =>
    (await site.call(
      contract.proposeVote,
      { params: { id }, body },
      { token: await tokenOf('first') },
    )) as unknown as Answered;
  const agree = async (id: string, proposal: string) =>
    (await site.call(
      contract.agreeToVote,
      { params: { id }, body: { proposal } },
      { token: await tokenOf('second') },
    )) as unknown as Answered;

  /** Proposes and agrees. */
  async function step(id: string, body: Record<string, unknown>) {
    const { vote } = await site.ok(contract.proposeVote, { params: { id }, body }, { token: await tokenOf('first') });
    const agreed = { proposal: vote.proposal!.id, version: vote.version };
    const token = await tokenOf('second');
    return (await site.ok(contract.agreeToVote, { params: { id }, body: agreed }, { token })).vote;
  }

  const get = async (id: string) =>
    (await site.ok(contract.getVote, { params: { id } }, { token: await tokenOf('first') })).vote;

  async function until(id: string, state: string) {
    await site.database.execute(sql`select pg_notify('votes', '')`);
    await vi.waitFor(async () => expect((await get(id)).state).toBe(state), { timeout: scaled(15_000), interval: 100 });
  }

  async function opened(state: string, values: Record<string, unknown> = {}) {
    const { id } = await draft(state, values);
    await step(id, { what: 'freeze' });
    clock.set(new Date(new Date((await get(id)).opensAt).getTime() + 1_000));
    await until(id, 'open');
    return get(id);
  }

  async function take(vote: contract.Vote, memberId: string) {
    const paper = await newPaper(vote);
    const token = await memberToken(site, memberId);
    const body = { password, blinded: paper.blinded };
    const { blindSignature } = await site.ok(contract.takePaper, { params: { id: vote.id }, body }, { token });
    await paper.finish(blindSignature);
    return { paper, token };
  }

  /** Takes a paper and puts a ballot into the box. */
  async function vote(of: contract.Vote, memberId: string, choices: Record<string, string[]>) {
    const { paper } = await take(of, memberId);
    await site.ok(contract.castBallot, { params: { id: of.id }, body: await paper.ballot(choices) });
  }

  async function close(id: string) {
    clock.set(new Date(new Date((await get(id)).closesAt).getTime() + 20_000));
    await until(id, 'closed');
  }

  return { people, tokenOf, voters, draft, propose, agree, step, get, until, opened, take, vote, close };
}
