import { createPrivateKey, createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { officeBearers } from '#server/features/bearers/tables.ts';
import { sendNoticeTo } from '#server/features/letters/notices.ts';
import { letterRecipients, letterSettings, letters } from '#server/features/letters/tables.ts';
import { news } from '#server/features/news/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import {
  deleteLetter,
  getLetter,
  resumeLetter,
  sendLetter,
  stopLetter,
  updateLetter,
} from '#shared/contracts/letters.ts';
import { mergeRecords } from '#shared/contracts/merging.ts';
import { getWaiting } from '#shared/contracts/overview.ts';
import * as contract from '#shared/contracts/votes.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { startTestApp } from '#tests/app.ts';
import { electionOffice, hour } from '#tests/election-office.ts';
import { dueFactory, endDues } from '#tests/factories/dues.ts';
import { adminToken, confirmedToken, memberToken, newAdministrator, newMember, password } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { scaled } from '#tests/speed.ts';
import { resealVoteKeys, voteKeysInUse } from './key-change.ts';
import { createVoteKeys, modulusBytes } from './keys.ts';
import { ballotArrivals, voteKeys } from './tables.ts';
import { advance } from './timing.ts';

const filesKey = Buffer.alloc(32, 7).toString('base64');
const site = await startTestApp({ TEST_CLOCK: '2026-11-23T10:00:00+05:30', FILES_KEY: filesKey });
const { people, tokenOf, voters, draft, propose, agree, step, get, until, opened, take, vote, close } =
  electionOffice(site);

type Question = contract.Vote['questions'][number];
const seat = (title: string, names: string[], seats = 1) =>
  ({ kind: 'office', title, seats, options: names.map((name) => ({ name })) }) as const;
const at = (milliseconds: number) => clock.set(new Date(milliseconds));
const timeOf = (moment: string) => new Date(moment).getTime();

test('a term that overlaps: nothing is declared, entered, published or mailed', async () => {
  const [one] = await voters('Goa', 1);
  const questions = [seat('Treasurer', ['Chitra Nair', 'Dev Naik']), seat('President', ['Asha Rao', 'Bimal Sen'])];
  const held = await opened('Goa', { questions });
  const [treasurer, president] = held.questions as [Question, Question];
  const choices = { [treasurer.id]: [treasurer.options[0]!.id], [president.id]: [president.options[1]!.id] };
  await vote(held, one!.id, choices);
  await close(held.id);
  const running = { office: 'president', name: 'Esha Menon', from: '2025-01-01', until: '2026-12-31', position: 1 };
  await site.database.insert(officeBearers).values(running);

  const waits = await propose(held.id, { what: 'declare', bearers: { from: '2026-12-01' }, news: true });
  const refused = await agree(held.id, waits.body.vote!.proposal!.id);
  expect([refused.status, refused.body.code]).toEqual([409, 'OVERLAP']);
  expect(refused.body.message).toContain('Esha Menon');
  expect(await get(held.id)).toMatchObject({ state: 'closed', proposal: null });
  expect(await site.database.$count(officeBearers)).toBe(1);
  expect(await site.database.$count(news)).toBe(0);
  expect(await site.database.$count(mail, eq(mail.kind, 'vote-declared'))).toBe(0);

  // With a term that begins after it.
  const bearers = { from: '2027-01-01', until: '2028-12-31' };
  await step(held.id, { what: 'declare', bearers, news: true });
  const entered = await site.database.select().from(officeBearers).where(eq(officeBearers.from, '2027-01-01'));
  expect(entered.map(({ office, name, until: end }) => [office, name, end]).sort()).toEqual([
    ['President', 'Bimal Sen', '2028-12-31'],
    ['Treasurer', 'Chitra Nair', '2028-12-31'],
  ]);
  expect(await site.database.$count(news)).toBe(1);
  expect(await site.database.$count(mail, eq(mail.kind, 'vote-declared'))).toBe(1);
});

test('a tie is declared with the lots drawn, and only with all of them; then everybody may read a public result', async () => {
  const people = await voters('Kerala', 2);
  const questions = [
    seat('President', ['Asha Rao', 'Bimal Sen', 'Chitra Nair']),
    seat('Secretary', ['Dev Naik', 'Esha Menon']),
  ];
  const tied = await opened('Kerala', { questions, publicResult: true });
  const [president, secretary] = tied.questions as [Question, Question];
  const [asha, bimal, chitra] = president.options.map(({ id }) => id) as [string, string, string];
  const [dev] = secretary.options.map(({ id }) => id) as [string];
  await vote(tied, people[0]!.id, { [president.id]: [asha], [secretary.id]: [dev] });
  await vote(tied, people[1]!.id, { [president.id]: [bimal], [secretary.id]: [dev] });
  await close(tied.id);
  const params = { id: tied.id };
  const token = await memberToken(site, people[0]!.id);
  const { data } = await site.ok(contract.voteResults, { params }, { token });
  expect(data.questions[0]).toMatchObject({ outcome: 'tied', elected: [] });
  expect(data.questions[0]!.tied.toSorted()).toEqual([asha, bimal].toSorted());
  // Not before it is declared.
  for (const endpoint of [contract.voteResults, contract.voteBox])
    expect((await site.fails(endpoint, { params })).status).toBe(404);

  for (const lots of [
    undefined,
    {},
    { [president.id]: [bimal] },
    { [president.id]: [bimal, bimal] },
    { [president.id]: [bimal, chitra] },
    { [president.id]: [bimal, asha, chitra] },
    { [president.id]: [bimal, asha], [secretary.id]: [dev] },
    { [president.id]: [bimal, asha], other: [] },
  ]) {
    const wrong = await propose(tied.id, { what: 'declare', lots });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})], JSON.stringify(lots)).toEqual([400, ['lots']]);
  }
  expect((await get(tied.id)).proposal).toBeNull();
  const declared = await propose(tied.id, { what: 'declare', lots: { [president.id]: [bimal, asha] } });
  const { proposal } = declared.body.vote!;
  expect(proposal!.text).toBe('declare the result; lots drawn in the order Bimal Sen, Asha Rao');
  expect((await agree(tied.id, proposal!.id)).status).toBe(200);

  const result = await site.ok(contract.voteResults, { params });
  expect(result.data.questions[0]).toMatchObject({ outcome: 'elected', elected: [bimal], tied: [] });
  expect(result.data.questions[1]).toMatchObject({ outcome: 'elected', elected: [dev] });
  const box = await site.call(contract.voteBox, { params });
  expect(box.status).toBe(200);
  expect(box.raw.toString().trimEnd().split('\n')).toHaveLength(3);
  for (const endpoint of [contract.getVote, contract.voteMinutes])
    expect((await site.fails(endpoint, { params })).status).toBe(401);
  // Another member reads the public result, and to every other call the vote stays unknown.
  const stranger = { token: await memberToken(site, (await newMember(site, { state: 'Meghalaya' })).id) };
  expect((await site.ok(contract.voteResults, { params }, stranger)).data).toEqual(result.data);
  const paper = { password, blinded: 'A'.repeat(512) };
  for (const [endpoint, body] of [
    [contract.getVote, undefined],
    [contract.takePaper, paper],
    [contract.objectToRoll, { text: 'I am not on it.' }],
  ] as const)
    expect((await site.call(endpoint, { params, body } as never, stranger)).status, endpoint.path).toBe(404);
});

test('two people move opening and closing: later, never earlier, and not into the past', async () => {
  const people = await voters('Punjab', 1);
  const { id, opensAt, closesAt } = await draft('Punjab');
  await step(id, { what: 'freeze' });
  const [opens, closes] = [timeOf(opensAt), timeOf(closesAt)];
  const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
  const refusal = async (body: object) => {
    const { status, body: answer } = await propose(id, { what: 'extend', ...body });
    return [status, answer.code, ...Object.keys(answer.fields ?? {})];
  };
  expect(await refusal({})).toEqual([400, 'VALIDATION', 'closesAt']);
  expect(await refusal({ closesAt: moment(closes - 1_000) })).toEqual([400, 'VALIDATION', 'closesAt']);
  expect(await refusal({ closesAt: moment(opens + 61 * 24 * hour) })).toEqual([400, 'VALIDATION', 'closesAt']);
  expect(await refusal({ opensAt: moment(closes - 1_000) })).toEqual([400, 'VALIDATION', 'closesAt']);

  const moved = await step(id, { what: 'extend', opensAt: moment(opens + 10 * hour) });
  expect([moved.opensAt, moved.closesAt]).toEqual([moment(opens + 10 * hour), closesAt]);
  at(opens + 1_000);
  await site.database.transaction((tx) => advance(tx, site.config, id));
  expect((await get(id)).state).toBe('roll');
  // What is past when somebody agrees is not carried out, and does not wait any longer.
  const soon = (await propose(id, { what: 'extend', opensAt: moment(opens + hour) })).body.vote!;
  at(opens + 2 * hour);
  const late = await agree(id, soon.proposal!.id);
  expect([late.status, late.body.code]).toEqual([409, 'WRONG_STATE']);
  expect(await get(id)).toMatchObject({ proposal: null, opensAt: moved.opensAt });

  at(opens + 10 * hour + 1_000);
  await until(id, 'open');
  expect(await refusal({ opensAt: moment(opens + 12 * hour) })).toEqual([409, 'WRONG_STATE']);
  await step(id, { what: 'extend', closesAt: moment(closes + 5 * hour) });
  at(closes + 4 * hour);
  await site.database.transaction((tx) => advance(tx, site.config, id));
  const open = await get(id);
  expect(open.state).toBe('open');
  await vote(open, people[0]!.id, { [open.questions[1]!.id]: ['for'] });
  await close(id);
  const { data } = await site.ok(contract.voteResults, { params: { id } }, { token: await tokenOf('first') });
  expect(data.ballots).toBe(1);
  expect(await refusal({ closesAt: moment(closes + 50 * hour) })).toEqual([409, 'WRONG_STATE']);
});

test('good standing: who owes a past year is not on the roll, and reads why; who owes this year is', async () => {
  const [paid, past, now] = (await voters('Assam', 3)) as unknown as [{ id: string }, { id: string }, { id: string }];
  const owe = (memberId: string, period: string) =>
    dueFactory(site, { memberId, period, purpose: 'annual', amount: 1_000 });
  await owe(past.id, '2025-26');
  await owe(now.id, '2026-27');
  const { id } = await draft('Assam', { goodStanding: true });
  const { people } = await step(id, { what: 'freeze' });
  expect(people).toBe(2);
  const mine = async (memberId: string) => {
    const token = await memberToken(site, memberId);
    return (await site.ok(contract.getVote, { params: { id } }, { token })).vote.mine!;
  };
  expect(await mine(paid.id)).toMatchObject({ onRoll: true, reason: '' });
  expect(await mine(now.id)).toMatchObject({ onRoll: true, reason: '' });
  expect(await mine(past.id)).toMatchObject({ onRoll: false, reason: expect.stringContaining('earlier year') });
  // The roll is fixed: paying afterwards changes nothing by itself.
  await endDues(site, { memberId: past.id }, 'waived');
  expect(await mine(past.id)).toMatchObject({ onRoll: false });
  const stranger = await memberToken(site, (await newMember(site, { state: 'Bihar' })).id);
  expect((await site.fails(contract.getVote, { params: { id } }, { token: stranger })).status).toBe(404);
});

test('a private key is kept encrypted where there is a FILES_KEY, and signs', async () => {
  const [one, two] = await voters('Sikkim', 2);
  const open = await opened('Sikkim');
  const [value] = await site.database.select().from(voteKeys).where(eq(voteKeys.voteId, open.id));
  expect(value!.sealed).toMatch(/^sealed:/);
  const bytes = Buffer.from(value!.sealed.replace('sealed:', ''), 'base64');
  expect(() => createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })).toThrow();
  await vote(open, one!.id, {});
  // Another FILES_KEY takes it along, once, and without the old one it cannot.
  const next = Buffer.alloc(32, 8).toString('base64');
  await expect(resealVoteKeys(site.database, { ...site.config, filesKey: next, filesKeyOld: [] })).rejects.toThrow(
    'is not given',
  );
  const others = await site.database.$count(voteKeys);
  expect(await resealVoteKeys(site.database, { ...site.config, filesKey: next, filesKeyOld: [filesKey] })).toBe(others);
  expect(await resealVoteKeys(site.database, { ...site.config, filesKey: next, filesKeyOld: [filesKey] })).toBe(0);
  // A server that was not given it says so.
  const body = { password, blinded: Buffer.alloc(modulusBytes, 1).toString('base64url') };
  const refused = await site.fails(
    contract.takePaper,
    { params: { id: open.id }, body },
    { token: await memberToken(site, two!.id) },
  );
  expect([refused.status, refused.body.message]).toEqual([
    503,
    expect.stringContaining('key of this site is not given'),
  ]);
  const [changed] = await site.database.select().from(voteKeys).where(eq(voteKeys.voteId, open.id));
  const content = await createVoteKeys({ ...site.config, filesKey: next, filesKeyOld: [] }).open(
    open.id,
    changed!.sealed,
    (await get(open.id)).paperHash,
  );
  const publicKey = createPublicKey(createPrivateKey({ key: content, format: 'der', type: 'pkcs8' }));
  expect(publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')).toBe(open.publicKey);
  expect(new Set(await voteKeysInUse(site.database)).size).toBe(1);
  expect(await resealVoteKeys(site.database, { ...site.config, filesKey, filesKeyOld: [next] })).toBe(others);
});

const answerOf = async (sent: ClientRequest) => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: (await json(response)) as { receipt?: string; code?: string } };
};

/** Sends the headers of a cast. */
async function castHead(id: string, body: string): Promise<ClientRequest> {
  if (!site.app.server.listening) await site.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.server.address() as AddressInfo;
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `/api/Votes/cast/${id}`,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  sent.flushHeaders();
  return sent;
}

test('a ballot on a slow line may take longer than other calls', async () => {
  const [one] = await voters('Tripura', 1);
  const open = await opened('Tripura');
  const { paper } = await take(open, one!.id);
  const body = JSON.stringify(await paper.ballot({}));
  const sent = await castHead(open.id, body);
  // The body of another call must have begun after five seconds, and ended two seconds later.
  await sleep(5_500);
  sent.write(body.slice(0, 10));
  await sleep(2_500);
  sent.end(body.slice(10));
  expect(await answerOf(sent)).toMatchObject({ status: 200, body: { receipt: expect.any(String) } });
});

test('a ballot whose head arrived before closing counts, and one whose body comes too late does not', async () => {
  const people = await voters('Tripura', 3);
  const open = await opened('Tripura');
  const params = { id: open.id };
  const closes = timeOf(open.closesAt);
  const bodies: string[] = [];
  for (const { id } of people) {
    const { paper } = await take(open, id);
    bodies.push(JSON.stringify(await paper.ballot({ [open.questions[1]!.id]: ['for'] })));
  }
  const begin = async (body: string) => {
    const before = await site.database.$count(ballotArrivals);
    const sent = await castHead(open.id, body);
    sent.write(body.slice(0, 10));
    await vi.waitFor(async () => expect(await site.database.$count(ballotArrivals)).toBe(before + 1), 10_000);
    return () => {
      sent.end(body.slice(10));
      return answerOf(sent);
    };
  };
  const look = () => site.database.transaction((tx) => advance(tx, site.config, open.id));
  at(closes - 1_500);
  const inTime = await begin(bodies[0]!);
  const tooLate = await begin(bodies[1]!);
  at(closes + 3_000);
  // Closing waits, and takes nothing that begins only now.
  await look();
  expect((await get(open.id)).state).toBe('open');
  const after = await site.call(contract.castBallot, { params, body: JSON.parse(bodies[2]!) as object });
  expect(after.body).toMatchObject({ code: 'NOT_OPEN' });
  expect(await inTime()).toMatchObject({ status: 200, body: { receipt: expect.any(String) } });
  expect(await site.database.$count(ballotArrivals)).toBe(1);
  at(closes + 12_500);
  await until(open.id, 'closed');
  expect(await tooLate()).toMatchObject({ status: 409, body: { code: 'NOT_OPEN' } });
  const { data } = await site.ok(contract.voteResults, { params }, { token: await tokenOf('first') });
  expect([data.papers, data.ballots]).toEqual([3, 1]);
  const { rows } = await site.database.execute(sql`select 1 from ballot_arrivals`);
  expect(rows).toEqual([]);
});

test('the notice of a vote: to exactly the roll, whatever is edited; later ones get it singly; a stopped one opens nothing', async () => {
  const [one, two] = await voters('Arunachal Pradesh', 2);
  await voters('Meghalaya', 1);
  const days = (count: number) => new Date(clock.ms() + count * 24 * hour).toISOString();
  const times = { opensAt: days(30), closesAt: days(32) };
  const { id } = await draft('Arunachal Pradesh', { withoutNotice: false, ...times });
  const frozen = await step(id, { what: 'freeze' });
  const params = { id: frozen.notice!.id };
  const token = await confirmedToken(site, { powers: ['letters'] });
  const letter = async () => (await site.ok(getLetter, { params }, { token })).circular;
  const body = {
    title: 'Read this',
    kind: 'circular' as const,
    filter: JSON.stringify({ State: 'Meghalaya' }),
    version: (await letter()).version,
  };
  await site.ok(updateLetter, { params, body }, { token });
  expect(await letter()).toMatchObject({ title: 'Read this', kind: 'notice', filter: { vote: id } });

  // One that waits for its hour follows the roll as a draft does.
  await site.ok(sendLetter, { params, body: { at: days(2), version: (await letter()).version } }, { token });
  const changed = await step(id, { what: 'roll', remove: [two!.memberNumber], reason: 'Left' });
  expect((await letter()).text).toContain(changed.rollHash);
  await site.ok(stopLetter, { params, body: { version: (await letter()).version } }, { token });
  // Whatever the office writes, its hashes go along.
  const result = { text: 'Please vote.', version: (await letter()).version };
  await site.ok(updateLetter, { params, body: result }, { token });

  await site.ok(sendLetter, { params, body: { version: (await letter()).version } }, { token });
  const recipients = async () => {
    const rows = await site.database.select().from(letterRecipients).where(eq(letterRecipients.letterId, params.id));
    return rows.map(({ memberId }) => memberId);
  };
  await vi.waitFor(async () => expect((await letter()).state).toBe('sent'), { timeout: scaled(15_000) });
  expect(await recipients()).toEqual([one!.id]);
  const { paperHash, keyFingerprint } = frozen;
  expect((await letter()).text).toBe(
    `Please vote.\n\nSHA-256 of the roll: ${changed.rollHash}\n\nSHA-256 of the public key: ${keyFingerprint}\n\nSHA-256 of the paper: ${paperHash}`,
  );
  await step(id, { what: 'roll', add: [two!.memberNumber], reason: 'Came back' });
  await vi.waitFor(async () => expect((await letter()).state).toBe('sent'), { timeout: scaled(15_000) });
  expect((await recipients()).sort()).toEqual([one!.id, two!.id].sort());

  expect((await get(id)).held).toBe('');
  const stop = { state: 'stopped', endedAt: null } as const;
  await site.database.update(letters).set(stop).where(eq(letters.id, params.id));
  expect((await get(id)).held).toContain('stopped');
});

test('a notice being sent stops with its vote, says where it was moved, and cannot be deleted under it', async () => {
  await voters('Nagaland', 2);
  const days = (count: number) => new Date(clock.ms() + count * 24 * hour).toISOString();
  const held = { withoutNotice: false, opensAt: days(30), closesAt: days(32) };
  const office = await newAdministrator(site, { powers: ['letters'] });
  const asOffice = async () => ({ token: await confirmedToken(site, office.id) });
  const letterOf = async (id: string) => (await site.ok(getLetter, { params: { id } }, await asOffice())).circular;
  const resume = async (id: string) => site.call(resumeLetter, { params: { id } }, await asOffice());
  const stopMails = async (reason: string) =>
    site.database.$count(mail, sql`${mail.kind} = 'letter-stopped' and ${mail.data} ->> 'reason' = ${reason}`);
  const frozen = async () => {
    const { id } = await draft('Nagaland', held);
    const { notice } = await step(id, { what: 'freeze' });
    return { id, noticeId: notice!.id };
  };
  const send = async (id: string) =>
    site.ok(sendLetter, { params: { id }, body: { version: (await letterOf(id)).version } }, await asOffice());
  await site.database.update(letterSettings).set({ perMinute: 1 });
  onTestFinished(async () => void (await site.database.update(letterSettings).set({ perMinute: 60 })));

  // A draft stays while the vote needs it, and goes with its file when it does not.
  const first = await frozen();
  const refused = await site.fails(deleteLetter, { params: { id: first.noticeId } }, await asOffice());
  expect(refused.body).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('notice of a vote') });
  const { version } = await letterOf(first.noticeId);
  const pdf = { name: 'rules.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7 rules') };
  const attached = { params: { id: first.noticeId }, body: { version }, files: { file: pdf } };
  await site.ok(updateLetter, attached as never, await asOffice());
  const [{ file } = { file: null }] = await site.database
    .select({ file: letters.file })
    .from(letters)
    .where(eq(letters.id, first.noticeId));
  await step(first.id, { what: 'unfreeze', reason: 'Wrong day' });
  expect(await site.database.$count(letters, eq(letters.id, first.noticeId))).toBe(0);
  const stored = await site.database.select().from(files).where(eq(files.key, file!));
  expect(stored.filter(({ state }) => state !== 'removed')).toEqual([]);

  // Moved: the rest get it with the new times, once the office lets it go on.
  const second = await frozen();
  await send(second.noticeId);
  const moved = await step(second.id, { what: 'extend', opensAt: days(31), closesAt: days(33) });
  const stopped = await letterOf(second.noticeId);
  expect(stopped.state).toBe('stopped');
  expect(stopped.text).toContain('Since this notice was written the vote was moved: it opens on 24 December 2026');
  expect(moved.held).toContain('stopped');
  expect((await resume(second.noticeId)).status).toBe(200);
  await step(second.id, { what: 'cancel', reason: 'No candidates' });
  expect((await letterOf(second.noticeId)).state).toBe('stopped');
  expect(await stopMails('Its vote was cancelled.')).toBeGreaterThan(0);
  expect((await resume(second.noticeId)).body).toMatchObject({
    code: 'WRONG_STATE',
    message: 'It cannot go on. Its vote was cancelled.',
  });

  const third = await frozen();
  await send(third.noticeId);
  await step(third.id, { what: 'unfreeze', reason: 'Wrong day' });
  expect((await letterOf(third.noticeId)).state).toBe('stopped');
  for (const another of [false, true]) {
    if (another) await step(third.id, { what: 'freeze' });
    expect((await resume(third.noticeId)).body).toMatchObject({
      message: 'It cannot go on. Its vote became a draft again.',
    });
  }
});

test('a voter who is added gets the notice, also when its sender has left', async () => {
  await voters('Manipur', 1);
  const [late] = await voters('Mizoram', 1);
  const days = (count: number) => new Date(clock.ms() + count * 24 * hour).toISOString();
  const { id } = await draft('Manipur', { withoutNotice: false, opensAt: days(30), closesAt: days(32) });
  const { notice } = await step(id, { what: 'freeze' });
  const sender = await newAdministrator(site, { powers: ['letters'] });
  const params = { id: notice!.id };
  const token = await confirmedToken(site, sender.id);
  const { circular } = await site.ok(getLetter, { params }, { token });
  await site.ok(sendLetter, { params, body: { version: circular.version } }, { token });
  const stateOf = async () => (await site.database.select().from(letters).where(eq(letters.id, params.id)))[0]!.state;
  await vi.waitFor(async () => expect(await stateOf()).toBe('sent'), { timeout: scaled(15_000) });
  await site.database.update(administrators).set({ disabled: true }).where(eq(administrators.id, sender.id));
  await step(id, { what: 'roll', add: [late!.memberNumber], reason: 'Came late' });
  await vi.waitFor(async () => expect(await stateOf()).toBe('sent'), { timeout: scaled(15_000) });
  const served = await site.database.select().from(letterRecipients).where(eq(letterRecipients.letterId, params.id));
  expect(served.map((each) => each.mail)).toEqual(['sent', 'sent']);
  expect((await get(id)).held).toBe('');
  // The same while it is still being sent.
  const [later] = await voters('Mizoram', 1);
  await site.database.transaction(async (tx) => {
    await tx.update(letters).set({ state: 'sending', senderId: sender.id }).where(eq(letters.id, params.id));
    await sendNoticeTo(tx, params.id, [later!.id]);
    const [row] = await tx.select().from(letters).where(eq(letters.id, params.id));
    expect(row).toMatchObject({ state: 'sending', senderId: null });
  });
});

test('a voter who is added after the notice was sent to all gets it singly, whatever days are left, and the vote opens', async () => {
  await voters('Sikkim', 1);
  const [late] = await voters('Mizoram', 1);
  const days = (count: number) => new Date(clock.ms() + count * 24 * hour).toISOString();
  const { id } = await draft('Sikkim', { withoutNotice: false, opensAt: days(20), closesAt: days(22) });
  const { notice } = await step(id, { what: 'freeze' });
  const params = { id: notice!.id };
  const asOffice = async () => ({ token: await confirmedToken(site, { powers: ['letters'] }) });
  const letter = async () => (await site.ok(getLetter, { params }, await asOffice())).circular;
  const isSent = () =>
    vi.waitFor(async () => expect((await letter()).state).toBe('sent'), { timeout: scaled(15_000), interval: 100 });
  await site.ok(sendLetter, { params, body: { version: (await letter()).version } }, await asOffice());
  await isSent();
  at(clock.ms() + 10 * 24 * hour);
  await step(id, { what: 'roll', add: [late!.memberNumber], reason: 'Came late' });
  // It has the hash of the roll that they are on; the letter on the site says to the others that it was changed.
  const { rollHash } = await get(id);
  const sent = (await waitForMail(site, { to: late!.email, kind: 'notice' })).text;
  expect(sent).toContain(`SHA-256 of the roll: ${rollHash}`);
  const { rows } = await site.database.pool.query('select count(*) as members from vote_roll where vote_id = $1', [id]);
  expect(sent.replace(/\s+/g, ' ')).toContain(`The roll has ${rows[0].members} members.`);
  expect(sent).not.toContain('Since this notice');
  await isSent();
  const { tooLate, text } = await letter();
  expect(text.match(new RegExp(`roll was changed: its SHA-256 is now ${rollHash}`, 'g'))).toHaveLength(1);
  expect(tooLate).toBe(null);
  // One more, whose mail somebody stops: it goes on without a confirmation.
  const [later] = await voters('Mizoram', 1);
  await site.database.update(letterSettings).set({ perMinute: 1 });
  onTestFinished(async () => void (await site.database.update(letterSettings).set({ perMinute: 60 })));
  await step(id, { what: 'roll', add: [later!.memberNumber], reason: 'Came late' });
  await site.ok(stopLetter, { params }, await asOffice());
  expect((await get(id)).held).toBe('');
  await site.database.update(letterSettings).set({ perMinute: 60 });
  await site.ok(resumeLetter, { params }, await asOffice());
  await waitForMail(site, { to: later!.email, kind: 'notice' });
  await isSent();
  expect((await letter()).tooLate).toBe(null);
  at(timeOf((await get(id)).opensAt) + 1_000);
  await until(id, 'open');
});

test('what leaves of the notice of a moved vote says the times of now, once', async () => {
  const people = await voters('Tripura', 2);
  const days = (count: number) => new Date(clock.ms() + count * 24 * hour).toISOString();
  const { id } = await draft('Tripura', { withoutNotice: false, opensAt: days(30), closesAt: days(32) });
  const { notice } = await step(id, { what: 'freeze' });
  const params = { id: notice!.id };
  const asOffice = async () => ({ token: await confirmedToken(site, { powers: ['letters'] }) });
  const letter = async () => (await site.ok(getLetter, { params }, await asOffice())).circular;
  await site.database.update(letterSettings).set({ perMinute: 1 });
  onTestFinished(async () => void (await site.database.update(letterSettings).set({ perMinute: 60 })));
  await site.ok(sendLetter, { params, body: { version: (await letter()).version } }, await asOffice());
  await site.ok(stopLetter, { params }, await asOffice());
  await step(id, { what: 'extend', opensAt: days(31), closesAt: days(33) });
  await step(id, { what: 'extend', opensAt: days(33), closesAt: days(35) });
  // On the site, those who have the mail read that the vote was moved.
  const { text, meetingOn } = await letter();
  expect(text.match(/was moved: it opens on 26 December 2026/g)).toHaveLength(1);
  expect(text).not.toMatch(/2[34] December/);
  expect(meetingOn).toBe('2026-12-26');
  const waiting = await site.database
    .select({ memberId: letterRecipients.memberId })
    .from(letterRecipients)
    .where(sql`${letterRecipients.letterId} = ${params.id} and ${letterRecipients.mail} = 'waiting'`);
  await site.database.update(letterSettings).set({ perMinute: 60 });
  await site.ok(resumeLetter, { params }, await asOffice());
  const last = people.find((each) => waiting.some(({ memberId }) => memberId === each.id))!;
  const sent = (await waitForMail(site, { to: last.email, kind: 'notice' })).text;
  expect(sent).toMatch(/Day of the meeting: 26 December 2026/);
  expect(sent.match(/opens on 26 December 2026/g)).toHaveLength(1);
  expect(sent).not.toMatch(/2[34] December|was moved/);
});

test('the notice of a long paper keeps its dates and hashes', async () => {
  await voters('Puducherry', 1);
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Candidate of a long name ${index}`);
  const questions = Array.from({ length: 20 }, (_, index) => ({
    ...seat(`Office ${index}`, names(50)),
    text: 'Why this office. '.repeat(200),
  }));
  const { id } = await draft('Puducherry', { withoutNotice: false, questions });
  const frozen = await step(id, { what: 'freeze' });
  const [notice] = await site.database.select().from(letters).where(eq(letters.id, frozen.notice!.id));
  expect(notice!.text.length).toBeLessThanOrEqual(limits.letterLength);
  for (const part of [
    frozen.rollHash!,
    frozen.keyFingerprint!,
    frozen.paperHash!,
    'opens on',
    'other questions and candidates',
  ])
    expect(notice!.text).toContain(part);
});

test('a step that waits is told to those who may agree, by mail and on the Overview, and not to its author', async () => {
  await voters('Lakshadweep', 1);
  const { id } = await draft('Lakshadweep', { title: 'Told' });
  const waits = await propose(id, { what: 'freeze' });
  const told = async () => {
    const rows = await site.database.select().from(mail).where(eq(mail.kind, 'vote-proposed'));
    return rows.filter(({ data }) => data.title === 'Told').map(({ recipient }) => recipient);
  };
  const emailOf = async (who: string) =>
    (await site.database.select().from(administrators).where(eq(administrators.id, who)))[0]!.email;
  const [author, second] = await Promise.all([emailOf(people.first), emailOf(people.second)]);
  expect(await told()).toContain(second);
  expect(await told()).not.toContain(author);
  const countOf = async (who: string) => {
    const { data } = await site.ok(getWaiting, {}, { token: await adminToken(site, who) });
    return data.find(({ kind }) => kind === 'votes')?.count ?? 0;
  };
  const before = await countOf(people.first);
  expect(await countOf(people.second)).toBe(before + 1);
  expect(await countOf((await newAdministrator(site, { powers: ['money'] })).id)).toBe(0);
  await agree(id, waits.body.vote!.proposal!.id);
  expect(await countOf(people.second)).toBe(before);
});

test('two records whose mails arrive in one mailbox are one person, in whatever spelling', async () => {
  await voters('Ladakh', 1);
  const { id } = await draft('Ladakh');
  const params = { id };
  const record = async (email: string) => {
    const { id: text } = await newAdministrator(site, { email, powers: ['votes'], lastLoginAt: new Date() });
    return confirmedToken(site, text);
  };
  const isRefused = async (proposer: string, other: string) => {
    const { vote: proposed } = await site.ok(
      contract.proposeVote,
      { params, body: { what: 'cancel', reason: 'x' } },
      { token: proposer },
    );
    const body = { proposal: proposed.proposal!.id };
    const { vote: value } = await site.ok(contract.getVote, { params }, { token: other });
    const answer = await site.call(contract.refuseVote, { params, body }, { token: other });
    expect(value.proposal!.mayAgree).toBe(answer.status === 200);
    return (answer.body as { code?: string }).code;
  };
  const plain = await record('a.rao@nic.in');
  expect(await isRefused(plain, await record('a.rao+office@nic.in'))).toBe('SECOND_NEEDED');
  // Dots are part of a name, except at Google.
  expect(await isRefused(plain, await record('arao@nic.in'))).toBeUndefined();
  const google = await record('asha.rao@gmail.com');
  expect(await isRefused(google, await record('ash.arao+votes@googlemail.com'))).toBe('SECOND_NEEDED');
  expect(await isRefused(google, await record('asha.roa@gmail.com'))).toBeUndefined();
});

describe('somebody who stands on the roll with the number of a merged record', () => {
  async function merged() {
    const [keep, drop] = [await newMember(site, { state: 'Sikkim' }), await newMember(site, { state: 'Sikkim' })];
    await voters('Sikkim', 1);
    const { id } = await draft('Sikkim');
    await step(id, { what: 'freeze' });
    await site.database.execute(sql`delete from vote_roll where vote_id = ${id} and member_id = ${keep.id}`);
    const body = { keep: keep.id, drop: drop.id, versions: [keep.version, drop.version] };
    await site.ok(mergeRecords, { body }, { token: await confirmedToken(site) });
    return { id, keep: keep.memberNumber!, drop: drop.memberNumber! };
  }
  const fieldsOf = async (id: string, body: Record<string, unknown>) => {
    const answer = await propose(id, { what: 'roll', reason: 'x', ...body });
    return [answer.status, answer.body.fields];
  };

  test('is not added again, and is taken off by either number', async () => {
    const { id, keep, drop } = await merged();
    const text = `${messages.votes.onRoll}: ${keep} (as ${drop})`;
    expect(await fieldsOf(id, { add: [keep] })).toEqual([400, { add: text }]);
    expect(await fieldsOf(id, { add: [drop] })).toEqual([400, { add: `${messages.votes.onRoll}: ${drop}` }]);
    const { people } = await step(id, { what: 'roll', reason: 'x', remove: [keep] });
    const again = await step(id, { what: 'roll', reason: 'x', add: [drop, keep] });
    expect(again.people).toBe(people + 1);
  });

  test('is said at the field when it happens between proposing and agreeing, and the proposal goes', async () => {
    const [keep, drop] = [await newMember(site, { state: 'Tripura' }), await newMember(site, { state: 'Tripura' })];
    const { id } = await draft('Tripura');
    await step(id, { what: 'freeze' });
    await step(id, { what: 'roll', reason: 'x', remove: [keep.memberNumber] });
    const { body } = await propose(id, { what: 'roll', reason: 'x', add: [keep.memberNumber] });
    const merge = { keep: keep.id, drop: drop.id, versions: [keep.version, drop.version] };
    await site.ok(mergeRecords, { body: merge }, { token: await confirmedToken(site) });
    const agreed = await agree(id, body.vote!.proposal!.id);
    expect([agreed.status, Object.keys(agreed.body.fields ?? {})]).toEqual([400, ['add']]);
    expect((await get(id)).proposal).toBeNull();
  });
});
