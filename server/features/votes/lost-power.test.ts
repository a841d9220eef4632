import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { maintenance } from '#server/features/administrators/administrators.service.ts';
import { proposals } from '#server/parts/proposals/tables.ts';
import { setAdministratorDisabled, setPowers } from '#shared/contracts/administrators.ts';
import * as contract from '#shared/contracts/votes.ts';
import { startTestApp } from '#tests/app.ts';
import { electionOffice } from '#tests/election-office.ts';
import { tenth } from '#tests/length.ts';
import { confirmedToken, newAdministrator } from '#tests/logins.ts';

const site = await startTestApp({ TEST_CLOCK: '2026-11-23T10:00:00+05:30' });
const { voters, draft, get, agree, tokenOf } = electionOffice(site);

type AdministratorInput = Parameters<typeof newAdministrator>[1];
const author = (values: AdministratorInput = {}) =>
  newAdministrator(site, { powers: ['votes'], lastLoginAt: new Date(), ...values });
type Author = Awaited<ReturnType<typeof author>>;

let desk: string | undefined;
const office = async () => {
  desk ??= (await newAdministrator(site, { lastLoginAt: new Date() })).id;
  return { token: await confirmedToken(site, desk) };
};

const versions = new Map<string, number>();
async function givePowers({ id }: Author, powers: string[], states: string[] = []) {
  const body = { powers, states, version: versions.get(id) ?? 1 };
  const { administrator } = await site.ok(setPowers, { params: { id }, body }, await office());
  versions.set(id, administrator.version);
}
const setDisabled = async ({ id }: Author, disabled: boolean) =>
  site.ok(setAdministratorDisabled, { params: { id }, body: { disabled } }, await office());

async function proposed({ id }: Author, what = 'cancel') {
  const vote = await draft('Goa');
  const answer = await site.call(
    contract.proposeVote,
    { params: { id: vote.id }, body: { what, reason: 'No' } },
    { token: await confirmedToken(site, id) },
  );
  expect(answer.status).toBe(200);
  const { proposal } = (answer.body as { vote: contract.Vote }).vote;
  return { id: vote.id, proposal: proposal!.id };
}

const bound = (powers: string[], states: string[]) => ({ powers, states }) as never;

test.each<[string, (who: Author) => Promise<unknown>, (who: Author) => Promise<unknown>]>([
  ['other powers', (who) => givePowers(who, ['content']), (who) => givePowers(who, ['votes'])],
  ['powers for a State', (who) => givePowers(who, ['letters'], ['Goa']), (who) => givePowers(who, ['full'])],
  ['disabled', (who) => setDisabled(who, true), (who) => setDisabled(who, false)],
  [
    'other powers by the command',
    ({ email }) => maintenance.setPowers(site.database, email, bound(['members'], ['Kerala'])),
    ({ email }) => maintenance.setPowers(site.database, email, bound(['content', 'votes'], [])),
  ],
  [
    'disabled by the command',
    ({ email }) => maintenance.setDisabled(site.database, email, true),
    ({ email }) => maintenance.setDisabled(site.database, email, false),
  ],
])('%s: what its author proposed is gone, and does not come back with the power', async (_name, lose, regain) => {
  const who = await author();
  const waits = await proposed(who);
  await lose(who);
  expect(await site.database.$count(proposals, eq(proposals.administratorId, who.id))).toBe(0);
  await regain(who);
  expect((await get(waits.id)).proposal).toBeNull();
  expect((await agree(waits.id, waits.proposal)).body.code).toBe('WRONG_STATE');
  // Another one may be proposed at once.
  const freeze = { params: { id: waits.id }, body: { what: 'freeze' } };
  await site.ok(contract.proposeVote, freeze, { token: await tokenOf('first') });
});

test('what is proposed stays while its author keeps the power, and others lose theirs', async () => {
  const [who, other] = [await author({ powers: ['votes', 'content'] }), await author()];
  const waits = await proposed(who);
  await setDisabled(other, true);
  await givePowers(who, ['votes']);
  await givePowers(who, ['full']);
  await givePowers(who, ['votes', 'letters']);
  expect((await get(waits.id)).proposal).toMatchObject({ id: waits.proposal, by: who.email });
  expect((await agree(waits.id, waits.proposal)).body.vote?.state).toBe('cancelled');
});

test('at the same time: it is carried out before its author loses the power, or not at all', async () => {
  await voters('Goa', 1);
  const outcomes = new Set<string | undefined>();
  for (let round = 0; round < tenth(12); round += 1) {
    const who = await author();
    const waits = await proposed(who);
    const [answer] = await Promise.all([agree(waits.id, waits.proposal), setDisabled(who, true)]);
    outcomes.add(answer.body.code);
    await setDisabled(who, false);
    const vote = await get(waits.id);
    expect([vote.state, vote.proposal]).toEqual([answer.status === 200 ? 'cancelled' : 'draft', null]);
  }
  expect([...outcomes].filter((code) => code !== undefined && code !== 'WRONG_STATE')).toEqual([]);
});

test('at the same time: nothing is proposed or agreed to by somebody who has lost the power', async () => {
  for (let round = 0; round < tenth(12); round += 1) {
    const who = await author();
    const vote = await draft('Goa');
    const token = await confirmedToken(site, who.id);
    const cancel = { params: { id: vote.id }, body: { what: 'cancel', reason: 'No' } };
    const [answer] = await Promise.all([
      site.call(contract.proposeVote, cancel, { token }),
      givePowers(who, ['content']),
    ]);
    expect([200, 403]).toContain(answer.status);
    await givePowers(who, ['votes']);
    expect((await get(vote.id)).proposal).toBeNull();
  }
});

test('what somebody may have proposed who used the account ends when it is taken back', async () => {
  const who = await author();
  const waits = await proposed(who);
  await maintenance.resetPassword(site.database, site.takeBack, who.email);
  expect((await get(waits.id)).proposal).toBeNull();
  expect((await agree(waits.id, waits.proposal)).body.code).toBe('WRONG_STATE');
});
