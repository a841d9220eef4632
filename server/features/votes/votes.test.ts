import { execFile } from 'node:child_process';
import { createHash, createPublicKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { letters } from '#server/features/letters/tables.ts';
import { openArchive } from '#server/platform/backup/archive.ts';
import { backUp } from '#server/platform/backup/back-up.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { clock } from '#shared/clock.ts';
import { downloadOwnData } from '#shared/contracts/members.ts';
import { getWaiting } from '#shared/contracts/overview.ts';
import * as passkeys from '#shared/contracts/passkeys.ts';
import { confirmSession } from '#shared/contracts/sessions.ts';
import * as contract from '#shared/contracts/votes.ts';
import { startTestApp } from '#tests/app.ts';
import { newAuthenticator } from '#tests/authenticator.ts';
import { electionOffice, hour, start } from '#tests/election-office.ts';
import { confirmedToken, memberToken, newAdministrator, type newMember, password } from '#tests/logins.ts';
import { scaled } from '#tests/speed.ts';
import { newPaper } from '#tests/voter.ts';
import { voteKeys, voteRoll } from './tables.ts';

const site = await startTestApp({ TEST_CLOCK: '2026-11-23T10:00:00+05:30' });
const { tokenOf, voters, draft, step, get, until, opened, take, close } = electionOffice(site);

test('from the draft to the declared result: roll, papers, ballots, box, count', async () => {
  const people = await voters('Goa', 4);
  const vote = await opened('Goa');
  expect(vote.people).toBe(4);
  const numbers = people.map((each) => each.memberNumber!).sort();
  const text = `${vote.id}\n${numbers.map((number) => `${number}\n`).join('')}`;
  expect(vote.rollHash).toBe(createHash('sha256').update(text).digest('hex'));
  const spki = Buffer.from(vote.publicKey!, 'base64url');
  expect(createPublicKey({ key: spki, format: 'der', type: 'spki' }).asymmetricKeyDetails!.modulusLength).toBe(3_072);
  expect(vote.keyFingerprint).toBe(createHash('sha256').update(spki).digest('hex'));

  const [q1, q2] = vote.questions as [contract.Vote['questions'][0], contract.Vote['questions'][0]];
  const [asha, bimal] = q1.options.map((option) => option.id) as [string, string];
  const params = { id: vote.id };
  const papers: Awaited<ReturnType<typeof take>>[] = [];
  for (const person of people.slice(0, 3)) papers.push(await take(vote, person.id));
  const result = (await site.ok(contract.getVote, { params }, { token: papers[0]!.token })).vote;
  expect(result.mine).toMatchObject({ onRoll: true, paperOn: '2026-11-23' });
  expect(result.proposal).toBeNull();

  const cast = async (index: number, choices: Record<string, string[]>, counter = 1) =>
    site.call(contract.castBallot, { params, body: await papers[index]!.paper.ballot(choices, counter) });
  const body = await papers[0]!.paper.ballot({ [q1.id]: [asha], [q2.id]: ['for'] });
  const answer = await site.call(contract.castBallot, { params, body });
  expect(answer.status).toBe(200);
  expect(answer.headers).not.toHaveProperty('set-cookie');
  const canonical = JSON.stringify({ [q1.id]: [asha], [q2.id]: ['for'] });
  const hash = createHash('sha256').update(Buffer.from(body.message, 'base64url')).update(canonical).digest('hex');
  expect(answer.body).toMatchObject({ receipt: hash.slice(0, 16).match(/.{4}/g)!.join(' ') });
  // The very same again, and another signature over the same.
  expect((await site.call(contract.castBallot, { params, body })).body).toEqual(answer.body);
  expect((await cast(0, { [q1.id]: [asha], [q2.id]: ['for'] })).body).toEqual(answer.body);
  expect((await cast(0, { [q1.id]: [bimal], [q2.id]: ['for'] })).body).toMatchObject({ code: 'OLDER_BALLOT' });
  expect((await cast(0, { [q1.id]: [bimal] }, 2)).status).toBe(200);
  expect((await cast(1, { [q1.id]: [bimal], [q2.id]: ['for'] })).status).toBe(200);
  expect((await cast(2, { [q1.id]: [asha], [q2.id]: ['against'] })).status).toBe(200);

  await site
    .fails(contract.voteResults, { params }, { token: papers[0]!.token })
    .then(({ body: early }) => expect(early.code).toBe('WRONG_STATE'));
  await close(vote.id);
  const keys = await site.database.select().from(voteKeys).where(eq(voteKeys.voteId, vote.id));
  expect(keys).toEqual([]);
  expect((await cast(1, { [q1.id]: [asha] }, 9)).body).toMatchObject({ code: 'NOT_OPEN' });

  const token = await memberToken(site, people[0]!.id);
  const { data } = await site.ok(contract.voteResults, { params }, { token });
  expect(data).toMatchObject({ roll: 4, papers: 3, ballots: 3, quorum: { needed: 0, reached: true } });
  expect(data.byState).toEqual([{ state: 'Goa', roll: 4, papers: 3 }]);
  // An earlier version reads what is stored: under the wire's names.
  const stored = await site.database.pool.query("select result->'byState' as states from votes where id = $1", [
    vote.id,
  ]);
  expect(stored.rows[0].states).toEqual([{ State: 'Goa', roll: 4, papers: 3 }]);
  expect(data.questions[0]).toMatchObject({ outcome: 'elected', elected: [bimal], tied: [], blank: 0 });
  expect(data.questions[1]).toMatchObject({ outcome: 'lost', blank: 1 });
  const box = await site.call(contract.voteBox, { params }, { token });
  expect(box.headers['content-type']).toBe('application/x-ndjson');
  expect(createHash('sha256').update(box.raw).digest('hex')).toBe((await get(vote.id)).boxHash);
  const lines = box.raw
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ vote: vote.id, papers: 3, ballots: 3, rollHash: vote.rollHash });
  const orders = lines.slice(1).map(({ message }) => createHash('sha256').update(message, 'base64url').digest('hex'));
  expect(orders).toEqual([...orders].sort());
  const file = join(tmpdir(), `box-${vote.id}.ndjson`);
  await writeFile(file, box.raw);
  const { stdout: output } = await promisify(execFile)(process.execPath, ['scripts/count-votes.mjs', file]);
  expect(output).toContain(createHash('sha256').update(box.raw).digest('hex'));
  expect(output).toMatch(/Bimal Sen\s+2/);

  const minutes = await site.call(contract.voteMinutes, { params }, { token: await tokenOf('first') });
  expect(minutes.raw.subarray(0, 5).toString()).toBe('%PDF-');
  const declared = await step(vote.id, {
    what: 'declare',
    news: true,
    bearers: { from: '2027-01-01', until: '2028-12-31' },
  });
  expect(declared.state).toBe('declared');
  // Not public.
  expect((await site.fails(contract.voteResults, { params })).status).toBe(404);
});

test('two people: nobody agrees to their own, and what cannot be done any more goes', async () => {
  await voters('Sikkim', 1);
  const vote = await draft('Sikkim');
  const params = { id: vote.id };
  const token = await tokenOf('first');
  const { vote: proposed } = await site.ok(
    contract.proposeVote,
    { params, body: { what: 'freeze', version: 1 } },
    { token },
  );
  expect(proposed.proposal).toMatchObject({ what: 'freeze', text: 'freeze the roll with 1 member', mayAgree: false });
  const body = { proposal: proposed.proposal!.id, version: proposed.version };
  expect((await site.fails(contract.agreeToVote, { params, body }, { token })).body.code).toBe('SECOND_NEEDED');
  const waiting = { params, body: { what: 'cancel', reason: 'No' } };
  expect((await site.fails(contract.proposeVote, waiting, { token })).body.code).toBe('PROPOSAL_WAITING');
  // An edit ends it.
  const edit = { params, body: { title: 'Other', version: proposed.version } };
  await site.ok(contract.updateVote, edit, { token });
  const other = await tokenOf('second');
  expect(
    (await site.fails(contract.agreeToVote, { params, body: { proposal: body.proposal } }, { token: other })).body.code,
  ).toBe('WRONG_STATE');
  // A selection of nobody.
  const empty = await draft('Lakshadweep');
  const { vote: waits } = await site.ok(
    contract.proposeVote,
    { params: { id: empty.id }, body: { what: 'freeze' } },
    { token },
  );
  const agree = { params: { id: empty.id }, body: { proposal: waits.proposal!.id } };
  expect((await site.fails(contract.agreeToVote, agree, { token: other })).body.code).toBe('NO_VOTERS');
  expect((await get(empty.id)).proposal).toBeNull();
  // What was never frozen stays unknown, also when it is cancelled.
  await step(empty.id, { what: 'cancel', reason: 'Nobody' });
  expect((await site.fails(contract.castBallot, { params: { id: empty.id }, body: {} })).status).toBe(404);
  // Its author loses the power.
  const third = await newAdministrator(site, { powers: ['votes'], lastLoginAt: new Date() });
  const { vote: again } = await site.ok(
    contract.proposeVote,
    { params, body: { what: 'freeze' } },
    { token: await confirmedToken(site, third.id) },
  );
  await site.database
    .update(administrators)
    .set({ powers: ['content'] })
    .where(eq(administrators.id, third.id));
  const lost = { params, body: { proposal: again.proposal!.id } };
  expect((await site.fails(contract.agreeToVote, lost, { token: other })).body.code).toBe('WRONG_STATE');
  // After seven days.
  const { vote: late } = await site.ok(
    contract.proposeVote,
    { params, body: { what: 'cancel', reason: 'x' } },
    { token },
  );
  clock.set(new Date(start.getTime() + 8 * 24 * hour));
  const lapsed = { params, body: { proposal: late.proposal!.id } };
  expect((await site.fails(contract.agreeToVote, lapsed, { token: await tokenOf('second') })).body.code).toBe(
    'WRONG_STATE',
  );
});

test('the roll: who is on it, why not, objections, changes by two people', async () => {
  const [one, two] = (await voters('Manipur', 2)) as [
    Awaited<ReturnType<typeof newMember>>,
    Awaited<ReturnType<typeof newMember>>,
  ];
  const vote = await draft('Manipur');
  const params = { id: vote.id };
  const text = await memberToken(site, one.id);
  expect((await site.fails(contract.getVote, { params }, { token: text })).status).toBe(404);
  const frozen = await step(vote.id, { what: 'freeze' });
  const late = (await voters('Manipur', 1))[0]!;
  const lateToken = await memberToken(site, late.id);
  const result = (await site.ok(contract.getVote, { params }, { token: lateToken })).vote;
  expect(result.mine).toMatchObject({ onRoll: false, paperOn: null });
  expect(result.mine!.reason).not.toBe('');
  const { objection } = await site.ok(
    contract.objectToRoll,
    { params, body: { text: 'I joined.' } },
    { token: lateToken },
  );
  expect(objection).toMatchObject({ text: 'I joined.', answer: '', answeredAt: null });
  expect(
    (await site.fails(contract.objectToRoll, { params, body: { text: 'Again' } }, { token: lateToken })).body.code,
  ).toBe('WRONG_STATE');
  const { raw } = await site.call(downloadOwnData, {}, { token: lateToken });
  expect(JSON.parse(Buffer.from(unzipSync(raw)['data.json']!).toString()).votes).toMatchObject([
    { memberNumber: null, paperOn: null, objection: 'I joined.' },
  ]);
  const stranger = await memberToken(site, (await voters('Assam', 1))[0]!.id);
  for (const endpoint of [contract.getVote, contract.voteResults, contract.voteBox]) {
    expect((await site.fails(endpoint, { params }, { token: stranger })).status).toBe(404);
  }
  const body = { password, blinded: 'A'.repeat(512) };
  expect((await site.fails(contract.takePaper, { params, body }, { token: stranger })).status).toBe(404);
  expect((await site.fails(contract.takePaper, { params, body }, { token: lateToken })).body.code).toBe('NOT_ON_ROLL');
  expect((await site.fails(contract.takePaper, { params, body }, { token: text })).body.code).toBe('NOT_OPEN');
  const answered = { params: { id: objection.id }, body: { text: 'Added.' } };
  const office = { token: await tokenOf('first') };
  const waiting = async () => (await site.ok(getWaiting, {}, office)).data.find(({ kind }) => kind === 'objections');
  expect(await waiting()).toMatchObject({ count: 1 });
  await site.ok(contract.answerObjection, answered, office);
  expect(await waiting()).toBeUndefined();
  const changed = await step(vote.id, {
    what: 'roll',
    add: [late.memberNumber],
    remove: [two.memberNumber],
    reason: 'Objection',
  });
  expect(changed.rollHash).not.toBe(frozen.rollHash);
  const roll = await site.ok(contract.voteRoll, { params }, { token: await tokenOf('first') });
  expect(roll.hashes.map(({ hash }) => hash)).toEqual([frozen.rollHash, changed.rollHash]);
  expect(roll.data.find(({ memberNumber }) => memberNumber === late.memberNumber)).toMatchObject({
    addedBecause: 'Objection',
  });
  expect(roll.totals).toEqual({ people: 2, papers: 0 });
  await step(vote.id, { what: 'unfreeze', reason: 'Wrong day' });
  expect(await get(vote.id)).toMatchObject({ state: 'draft', rollHash: null, publicKey: null });
});

test('a vote opens only after its notice was sent with the clear days', async () => {
  await voters('Tripura', 2);
  const opensAt = new Date(start.getTime() + 20 * 24 * hour).toISOString();
  const closesAt = new Date(start.getTime() + 22 * 24 * hour).toISOString();
  const { id } = await draft('Tripura', { withoutNotice: false, opensAt, closesAt });
  const frozen = await step(id, { what: 'freeze' });
  expect(frozen.notice).toMatchObject({ number: null, sentAt: null });
  const [notice] = await site.database.select().from(letters).where(eq(letters.id, frozen.notice!.id));
  expect(notice).toMatchObject({ kind: 'notice', filter: { vote: id }, meetingOn: '2026-12-13', state: 'draft' });
  expect(notice!.text).toContain(frozen.rollHash);
  clock.set(new Date(new Date(opensAt).getTime() + 60_000));
  await site.database.execute(sql`select pg_notify('votes', '')`);
  await vi.waitFor(
    async () => {
      const held = await site.database.select().from(mail).where(eq(mail.kind, 'vote-held'));
      expect(held.length).toBeGreaterThan(0);
    },
    { timeout: scaled(15_000) },
  );
  expect(await get(id)).toMatchObject({ state: 'roll' });
  expect((await get(id)).held).toContain('not been sent');
});

test('what is not genuine is refused, in the order of the checks', async () => {
  const [one, two] = await voters('Mizoram', 2);
  const vote = await opened('Mizoram');
  const params = { id: vote.id };
  const [q1] = vote.questions as [contract.Vote['questions'][0]];
  const asha = q1.options[0]!.id;
  const { paper, token } = await take(vote, one!.id);
  const good = await paper.ballot({ [q1.id]: [asha] });
  const code = async (body: object, options = {}) =>
    (await site.call(contract.castBallot, { params, body }, options)).body as {
      code?: string;
      fields?: Record<string, string>;
    };

  expect((await code(good, { token })).code).toBe('LOGIN_SENT');
  expect(
    (await site.call(contract.castBallot, { params, body: good }, { headers: { authorization: 'x' } })).status,
  ).toBe(400);
  for (const broken of [
    {},
    { ...good, message: good.message.slice(1) },
    { ...good, signature: good.signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) },
  ]) {
    expect((await code(broken)).code).toBe('NOT_GENUINE');
  }
  const foreign = await take(vote, two!.id);
  expect((await code({ ...good, key: (await foreign.paper.ballot({})).key })).code).toBe('NOT_GENUINE');
  expect((await code({ ...good, ballot: { [q1.id]: [q1.options[1]!.id] } })).code).toBe('NOT_GENUINE');
  for (const wrong of [
    { [q1.id]: [asha, asha] },
    { [q1.id]: q1.options.map(({ id }) => id) },
    { [q1.id]: ['none'] },
    { other: [] },
    [],
  ]) {
    expect((await code({ ...good, ballot: wrong })).fields).toHaveProperty('ballot');
  }
  for (const counter of [0, -1, 1.5, 2 ** 53, '1', null, true] as number[]) {
    expect((await code(await paper.ballot({ [q1.id]: [asha] }, counter))).fields).toHaveProperty('counter');
  }
  expect((await code({ ...good, counter: [1] })).code).toBe('NOT_GENUINE');
  expect((await code(good)).code).toBeUndefined();

  // One paper each.
  const another = await newPaper(vote);
  const body = { password, blinded: another.blinded };
  expect((await site.fails(contract.takePaper, { params, body }, { token })).body.code).toBe('PAPER_TAKEN');
  const again = { password, blinded: paper.blinded };
  const same = await site.ok(contract.takePaper, { params, body: again }, { token });
  await paper.finish(same.blindSignature);
  const wrong = { password: 'not this one', blinded: paper.blinded };
  expect((await site.fails(contract.takePaper, { params, body: wrong }, { token })).body).toMatchObject({
    fields: { password: expect.anything() },
  });
  const rows = await site.database.select().from(mail).where(eq(mail.memberId, one!.id));
  expect(rows.filter(({ kind }) => kind === 'vote-paper')).toHaveLength(1);

  // Many refused ones throttle the network, but never a right ballot.
  for (let count = 0; count < 61; count += 1) await code({});
  expect((await code({})).code).toBe('TOO_MANY');
  expect((await code(await foreign.paper.ballot({ [q1.id]: [asha] }))).code).toBeUndefined();

  await step(vote.id, { what: 'cancel', reason: 'A mistake' });
  expect((await code(good, { from: '198.51.100.7' })).code).toBe('NOT_OPEN');
  const [left] = await site.database.select().from(voteRoll).where(eq(voteRoll.memberId, one!.id));
  expect(left).toMatchObject({ paperOn: null, blinded: null });
});

test('a backup holds no private key; an open vote restored from it is cancelled, a frozen one is a draft again', async () => {
  await voters('Nagaland', 1);
  const frozen = await draft('Nagaland', {
    opensAt: new Date(start.getTime() + 240 * hour).toISOString(),
    closesAt: new Date(start.getTime() + 260 * hour).toISOString(),
  });
  await step(frozen.id, { what: 'freeze' });
  const vote = await opened('Nagaland');
  const parent = await mkdtemp(join(tmpdir(), 'association-backups-'));
  const { folder } = await backUp({
    parent,
    dataDir: site.config.dataDir,
    connections: { connection: site.ownerConnection, ownerConnection: site.ownerConnection },
    storage: await openStorage(site.config),
    passphrase: undefined,
    keep: undefined,
  });
  const { contents } = await openArchive(folder, undefined);
  const rowsOf = (name: string) => contents.database.tables.find((table) => table.name === name)?.rows;
  expect(rowsOf('vote_keys')).toBe(0);
  expect(rowsOf('votes')).toBeGreaterThan(1);
  await rm(parent, { recursive: true });
  // As after a restore.
  await site.database.delete(voteKeys);
  await until(vote.id, 'cancelled');
  await until(frozen.id, 'draft');
  expect((await get(vote.id)).cancelReason).toContain('backup');
});

test('a paper may be taken with a passkey, whose list does not tell when', async () => {
  const [voter] = await voters('Ladakh', 1);
  const vote = await opened('Ladakh');
  const call = { token: await memberToken(site, voter!.id) };
  await site.ok(confirmSession, { body: { password } }, call);
  const adding = await site.ok(passkeys.beginAddingPasskey, {}, call);
  const device = newAuthenticator(site.config.publicUrl);
  const added = { ceremony: adding.ceremony, response: device.create(adding.options) };
  await site.ok(passkeys.addPasskey, { body: added }, call);
  const { options, ceremony } = await site.ok(passkeys.beginPasskey, { body: { for: 'confirm' } }, call);
  const paper = await newPaper(vote);
  const body = { ceremony, response: device.get(options), blinded: paper.blinded };
  await site.ok(contract.takePaper, { params: { id: vote.id }, body }, call);
  expect((await site.ok(passkeys.listPasskeys, {}, call)).data).toMatchObject([{ lastUsedAt: null }]);
});
