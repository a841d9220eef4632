import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { and, asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCore } from '#server/core.ts';
import { loginDevices } from '#server/features/auth/tables.ts';
import { memberCards } from '#server/features/card/tables.ts';
import { corrections } from '#server/features/corrections/tables.ts';
import { importRows, imports } from '#server/features/imports/tables.ts';
import { letterRecipients, letters, unsubscribeCodes } from '#server/features/letters/tables.ts';
import { libraryStars } from '#server/features/library/tables.ts';
import { findNumbered } from '#server/features/members/member-numbers.queries.ts';
import { deleteMembers, memberNumberOf, nextMemberNumber } from '#server/features/members/members.queries.ts';
import { members, membershipFacts, mergedRecords } from '#server/features/members/tables.ts';
import { memberCalendars, participations } from '#server/features/participations/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { voteRoll, votes } from '#server/features/votes/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import { loginMember } from '#shared/contracts/auth.ts';
import { createBearer } from '#shared/contracts/bearers.ts';
import { checkIn, doorList } from '#shared/contracts/door.ts';
import { getImport, undoImport } from '#shared/contracts/imports.ts';
import { updateMember } from '#shared/contracts/members.ts';
import {
  anotherPerson,
  likelyDoubles,
  likePeople,
  mergeRecords,
  otherPeople,
  unmergeRecords,
} from '#shared/contracts/merging.ts';
import {
  addParticipant,
  changeParticipant,
  listParticipants,
  replaceCalendar,
} from '#shared/contracts/participations.ts';
import { listPayments, receivePayments } from '#shared/contracts/payments.ts';
import {
  decideRegistration,
  deleteRegistration,
  getRegistration,
  listRegistrations,
  reviewRegistration,
} from '#shared/contracts/registrations.ts';
import { searchAll } from '#shared/contracts/search.ts';
import { endMemberSessions } from '#shared/contracts/sessions.ts';
import { getPerson } from '#shared/contracts/timeline.ts';
import { verifyCode } from '#shared/contracts/verification.ts';
import { getVote } from '#shared/contracts/votes.ts';
import { startTestApp } from '#tests/app.ts';
import { clearMoney, dueFactory, setNote, settleDues } from '#tests/factories/dues.ts';
import { memberFactory, registrationBody } from '#tests/factories/members.ts';
import { openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { adminToken, confirmedToken, hashOfPassword, memberToken, password } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { eventually } from '#tests/wait.ts';
import { checkDoubles } from './likeness.queries.ts';
import { createMergingService } from './merging.service.ts';

const site = await startTestApp();
let office: { token: string };
beforeAll(async () => {
  office = { token: await confirmedToken(site) };
});
afterEach(() => clock.set(new Date()));

type Row = typeof members.$inferSelect;
const rowOf = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0];
const paymentsOf = (id: string) =>
  site.database.select().from(payments).where(eq(payments.memberId, id)).orderBy(asc(payments.reference));
const bodyOf = async (keep: Pick<Row, 'id'>, drop: Pick<Row, 'id'>, more: object = {}) => ({
  keep: keep.id,
  drop: drop.id,
  versions: [(await rowOf(keep.id))?.version ?? 1, (await rowOf(drop.id))?.version ?? 1],
  ...more,
});
const merge = async (keep: Pick<Row, 'id'>, drop: Pick<Row, 'id'>, more: object = {}) =>
  site.ok(mergeRecords, { body: await bodyOf(keep, drop, more) }, office);
const failure = async (keep: Pick<Row, 'id'>, drop: Pick<Row, 'id'>, more: object = {}, as = office) => {
  const { status, body } = await site.fails(mergeRecords, { body: await bodyOf(keep, drop, more) }, as);
  return [status, body.code];
};
const unmerge = async (keep: Pick<Row, 'id'>) => {
  const { status, body } = await site.call(unmergeRecords, { body: { keep: keep.id } }, office);
  return 'code' in body ? `${status} ${body.code}` : String(status);
};
const hours = (count: number) => clock.set(new Date(Date.now() + count * 3_600_000));
async function cleanUp(): Promise<void> {
  const { config, database, app } = site;
  const storage = await openStorage(config);
  const core = await createCore({ config, database, storage, log: app.log });
  await createMergingService(core).close(() => false);
}
const member = (values: Parameters<typeof memberFactory>[1] = {}) => memberFactory(site, values);
const applicant = (values: Parameters<typeof memberFactory>[1] = {}) => member({ status: 'New', ...values });

/** All rows of all tables, but for what a merge may leave: the log, mails, counts that follow later, and versions, which only rise. */
async function everything(): Promise<Record<string, string[]>> {
  const left = [
    'log',
    'mail',
    'double_checks',
    'member_count_changes',
    'member_counts',
    'throttles',
    'sessions',
    'merged_records',
  ];
  const { rows: tables } = await site.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables.filter(({ name }) => !left.includes(name))) {
    const { rows } = await site.database.pool.query<{ row: string }>(
      `select (to_jsonb(t) - '{version,updated_at}'::text[])::text as row from "${name}" t order by 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

describe('who may merge', () => {
  it('is a confirmed administrator with full powers', async () => {
    const [keep, drop] = [await member(), await applicant()];
    expect(await failure(keep, drop, {}, { token: await adminToken(site) })).toEqual([403, 'CONFIRMATION_NEEDED']);
    const limited = { token: await confirmedToken(site, { powers: ['members'] }) };
    expect(await failure(keep, drop, {}, limited)).toEqual([403, 'POWER_NEEDED']);
    expect(await rowOf(drop.id)).toBeDefined();
  });

  it('says what is wrong with a request', async () => {
    const [keep, drop] = [await member(), await applicant()];
    const body = await bodyOf(keep, drop);
    const same = await site.fails(mergeRecords, { body: { ...body, drop: keep.id } }, office);
    expect([same.status, same.body.fields]).toEqual([400, { drop: 'Please choose another record' }]);
    const unknown = await site.fails(mergeRecords, { body: { ...body, fields: { payment: 'keep' } } }, office);
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([400, ['fields']]);
    const { versions: _, ...without } = body;
    expect((await site.fails(mergeRecords, { body: without }, office)).status).toBe(400);
    expect(await failure(keep, drop, { versions: [keep.version, 7] })).toEqual([409, 'RECORD_CHANGED']);
    expect((await failure(keep, keep, { drop: keep.id.toUpperCase(), versions: [1, 1] }))[0]).toBe(400);
    const sameTwice = { one: keep.id, other: keep.id.toUpperCase() };
    expect((await site.fails(anotherPerson, { body: sameTwice }, office)).status).toBe(400);
    expect(await failure(keep, { id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11' })).toEqual([404, 'NOT_FOUND']);
    expect(await failure(drop, keep)).toEqual([409, 'WRONG_STATE']);
  });
});

describe('one record of two', () => {
  it('has the chosen values, the other’s where it has none, and the stricter switches', async () => {
    const keep = await member({ designation: '', hideEmail: true, whatsapp: true, circularsByMail: true });
    const drop = await applicant({
      designation: 'District Attorney',
      mobile: '9811111111',
      hideMobile: true,
      circularsByMail: false,
    });
    const { directory } = await merge(keep, drop, { fields: { mobile: 'drop', district: 'keep' } });
    expect(directory).toMatchObject({
      id: keep.id,
      designation: 'District Attorney',
      mobile: '9811111111',
      district: keep.district,
      email: keep.email,
      hideEmail: true,
      hideMobile: true,
      whatsapp: false,
      circularsByMail: false,
    });
    expect(await rowOf(drop.id)).toBeUndefined();
  });

  it('has a place of one record, and never by halves', async () => {
    const { keep: ours, drop: theirs } = JSON.parse(
      readFileSync(new URL('../../../tests/field/27-merge-place-of-two-records.json', import.meta.url), 'utf8'),
    ) as Record<'keep' | 'drop', Record<'State' | 'District' | 'SubDistrict', string>>;
    const placeOf = (place: typeof ours) => ({
      state: place.State,
      district: place.District,
      subDistrict: place.SubDistrict,
    });
    const merged = async (kept: object, dropped: object, fields: object = {}) =>
      (await merge(await member(kept), await applicant(dropped), { fields })).directory;
    for (const fields of [{}, { state: 'keep' }, { mobile: 'drop' }]) {
      const { incomplete, ...rest } = await merged(placeOf(ours), placeOf(theirs), fields);
      expect(rest).toMatchObject(placeOf(ours));
      expect(incomplete).toEqual(expect.arrayContaining(['district', 'subDistrict']));
    }
    for (const fields of [{ state: 'drop' }, { district: 'drop' }, { subDistrict: 'drop', state: 'drop' }]) {
      expect(await merged(placeOf(ours), placeOf(theirs), fields)).toMatchObject(placeOf(theirs));
    }
    // The fuller one of a single place, and the other one where there is none.
    const less = { state: 'Kerala', district: '', subDistrict: '' };
    expect(await merged(less, placeOf(theirs))).toMatchObject(placeOf(theirs));
    expect(await merged({ ...less, state: '' }, placeOf(theirs), { state: 'keep' })).toMatchObject(placeOf(theirs));
  });

  it('is found by the other’s id, reference and number for ever, and changed only by its own', async () => {
    const [keep, drop] = [await member(), await member()];
    await merge(keep, drop);
    const params = { id: drop.id };
    expect((await site.ok(reviewRegistration, { params }, office)).data.id).toBe(keep.id);
    expect((await site.ok(getPerson, { params }, office)).person.id).toBe(keep.id);
    expect((await site.ok(getRegistration, { params })).data.id).toBe(keep.id);
    for (const text of [drop.reference, drop.memberNumber!, keep.reference]) {
      expect((await site.ok(searchAll, { query: { search: text } }, office)).data[0]).toMatchObject({
        kind: 'person',
        id: keep.id,
      });
      const query = { status: 'Approved' as const, search: text.toLowerCase() };
      expect((await site.ok(listRegistrations, { query }, office)).data.map(({ id }) => id)).toEqual([keep.id]);
    }
    for (const [status, code] of [
      await failure(keep, drop),
      await failure(drop, keep),
      [(await site.fails(unmergeRecords, { body: { keep: drop.id } }, office)).status, 'WRONG_STATE'],
    ]) {
      expect([status, code]).toEqual([409, 'WRONG_STATE']);
    }
    const decided = await site.fails(decideRegistration, { body: { id: drop.id, status: 'Rejected' } }, office);
    expect([decided.status, decided.body.code]).toEqual([409, 'WRONG_STATE']);
    expect(decided.body.message).toContain(keep.reference);
    const edited = await site.fails(updateMember, { params, body: registrationBody() }, office);
    expect([edited.status, edited.body.code]).toEqual([409, 'WRONG_STATE']);
  });

  it('ends the other’s card, and moves the log', async () => {
    const [keep, drop] = [await member(), await member()];
    await site.database.insert(memberCards).values({ memberId: drop.id, code: `card-${drop.id}` });
    await site.database.insert(log).values({ kind: 'member', by: 'office', action: 'noted', memberId: drop.id });
    await merge(keep, drop);
    expect(await site.ok(verifyCode, { params: { code: `card-${drop.id}` } })).toMatchObject({
      valid: false,
      state: 'replaced',
    });
    const lines = await site.database.select().from(log).where(eq(log.memberId, keep.id));
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['noted', 'merged another record into it']),
    );
  });

  it('leaves in the reports as a member who left on that day', async () => {
    const [keep, drop] = [await member(), await member()];
    await merge(keep, drop);
    const facts = await site.database.select().from(membershipFacts).where(eq(membershipFacts.person, drop.id));
    expect(facts.map(({ kind, sign }) => [kind, sign])).toEqual([
      ['joined', 1],
      ['left', -1],
    ]);
  });

  it('takes letters, starred documents and unsubscribing with it', async () => {
    const [keep, drop] = [await member(), await member()];
    const letterOf = async (number: string) =>
      (
        await site.database
          .insert(letters)
          .values({
            kind: 'circular',
            number,
            title: number,
            text: 'Text',
            by: 'office',
            state: 'sent',
            startedAt: new Date(),
          })
          .returning()
      )[0]!.id;
    const [both, theirs] = [await letterOf(`2026/${keep.reference}`), await letterOf(`2027/${keep.reference}`)];
    const to = (letterId: string, { id, name, memberNumber, state }: Row, position: number) => ({
      letterId,
      memberId: id,
      name,
      memberNumber,
      state,
      position,
    });
    const readAt = new Date('2026-11-20T10:00:00Z');
    await site.database
      .insert(letterRecipients)
      .values([to(both, keep, 1), { ...to(both, drop, 2), readAt }, to(theirs, drop, 1)]);
    await site.database.insert(unsubscribeCodes).values([
      { memberId: keep.id, code: `keep-${keep.id}` },
      { memberId: drop.id, code: `drop-${drop.id}` },
    ]);
    await merge(keep, drop);
    const rows = await site.database.select().from(letterRecipients).where(eq(letterRecipients.memberId, keep.id));
    expect(rows.map(({ letterId }) => letterId).sort()).toEqual([both, theirs].sort());
    // What was read in one of them was read.
    expect(rows.find(({ letterId }) => letterId === both)?.readAt).toEqual(readAt);
    expect(await site.database.$count(letterRecipients, eq(letterRecipients.letterId, both))).toBe(2);
    const answer = await site.app.inject({ method: 'POST', url: `/api/Letters/unsubscribe?code=drop-${drop.id}` });
    expect(answer.statusCode).toBeLessThan(500);
    expect(await site.database.$count(libraryStars)).toBe(0);
  });

  it('keeps the better of two places in a conference; the other goes to who waits, its code leads to the kept one, and it is nowhere', async () => {
    const [keep, drop, third] = [await member(), await member(), await member()];
    const conference = await openConferenceFactory(site, { places: 2, startsAt: new Date(Date.now() + 3_600_000) });
    const part = async (memberId: string, order: number, values: object = {}) =>
      participantFactory(site, {
        createdAt: new Date(Date.now() + order),
        conferenceId: conference.id,
        memberId,
        ...values,
      });
    const first = await part(drop.id, 1);
    const second = await part(keep.id, 2);
    const waits = await part(third.id, 3, { state: 'waiting' });
    await merge(keep, drop);
    const states = async () =>
      (
        await site.database
          .select()
          .from(participations)
          .where(eq(participations.conferenceId, conference.id))
          .orderBy(asc(participations.createdAt))
      ).map(({ memberId, state, doubleOf }) => [memberId, state, doubleOf]);
    // The earlier one was the dropped record's.
    const merged = [
      [keep.id, 'registered', null],
      [null, 'cancelled', first.id],
      [third.id, 'registered', null],
    ];
    expect(await states()).toEqual(merged);
    await waitForMail(site, { to: third.email, kind: 'participation-moved-up' });
    const params = { id: conference.id };
    const { data, totals } = await site.ok(listParticipants, { params }, office);
    expect(data.map(({ id }) => id).sort()).toEqual([first.id, waits.id].sort());
    expect(totals).toMatchObject({ registered: 2, cancelled: 0 });
    const list = await site.ok(doorList, { params }, office);
    const hash = createHash('sha256').update(second.code).digest('hex');
    expect(list.data.find(({ id }) => id === first.id)?.otherCodes).toEqual([hash]);
    expect(await unmerge(keep)).toBe('200');
    // The place was passed on: no third one is made of two.
    expect((await states()).map(([memberId, state]) => [memberId, state])).toEqual([
      [drop.id, 'registered'],
      [keep.id, 'waiting'],
      [third.id, 'registered'],
    ]);
    await waitForMail(site, { to: keep.email, kind: 'participation-waiting' });
    await merge(keep, drop);
    // A check-in by the code that was printed for the other one, which undoing would lose.
    const items = [{ code: second.code }];
    expect(await site.ok(checkIn, { params, body: { items } }, office)).toMatchObject({ checkedIn: 1, left: [] });
    const again = await site.ok(checkIn, { params, body: { items: [{ participationId: second.id }] } }, office);
    expect(again.left).toMatchObject([{ code: 'ALREADY', participationId: first.id }]);
    expect(await unmerge(keep)).toBe('409 RECORD_CHANGED');
  });

  it('keeps of two in the line the one that comes first, though it was asked for later', async () => {
    const [keep, drop, third, inside] = [await member(), await member(), await member(), await member()];
    const { id: conferenceId } = await openConferenceFactory(site, { places: 1 });
    const place = (memberId: string, ago: number, state: 'registered' | 'waiting' = 'waiting') =>
      participantFactory(site, { conferenceId, memberId, state, createdAt: new Date(Date.now() - ago) });
    await place(inside.id, 9_000, 'registered');
    const first = await place(keep.id, 1_000);
    await place(third.id, 500);
    // The office has moved it to the end.
    const last = await place(drop.id, 8_000);
    await merge(keep, drop);
    const rows = await site.database.select().from(participations).where(eq(participations.conferenceId, conferenceId));
    expect(rows.find(({ id }) => id === first.id)).toMatchObject({ memberId: keep.id, state: 'waiting' });
    expect(rows.find(({ id }) => id === last.id)).toMatchObject({ doubleOf: first.id, state: 'cancelled' });
  });

  it('gives no place to the worse of two, when one becomes free', async () => {
    const [keep, drop, third, inside] = [await member(), await member(), await member(), await member()];
    const { id: conferenceId } = await openConferenceFactory(site, { places: 2 });
    const states = [
      [inside, 'registered'],
      [keep, 'registered'],
      [drop, 'waiting'],
      [third, 'waiting'],
    ] as const;
    const rows = [];
    for (const [{ id: memberId }, state] of states)
      rows.push(await participantFactory(site, { conferenceId, memberId, state }));
    await merge(keep, drop);
    const body = { state: 'cancelled' };
    await site.ok(changeParticipant, { params: { participationId: rows[0]!.id }, body }, office);
    const after = await site.database
      .select()
      .from(participations)
      .where(eq(participations.conferenceId, conferenceId));
    const registered = after.filter(({ state }) => state === 'registered').map(({ memberId }) => memberId);
    expect(registered.sort()).toEqual([keep.id, third.id].sort());
  });
});

describe('money', () => {
  const received = (memberId: string, on: string) => settleDues(site, { memberId }, on, 1_000);

  it('follows, and what was asked for twice is owed once', async () => {
    const [keep, drop] = [await member(), await applicant()];
    await received(keep.id, '2026-05-01');
    const [value] = await paymentsOf(drop.id);
    await dueFactory(site, { memberId: drop.id, purpose: 'annual', period: '2026-27', amount: 500 });
    await merge(keep, drop);
    const rows = await paymentsOf(keep.id);
    expect(rows.map(({ purpose, state, refundDue }) => [purpose, state, refundDue]).sort()).toEqual([
      ['admission', 'received', false],
      ['admission', 'waived', false],
      ['annual', 'due', false],
    ]);
    expect(rows.find(({ id }) => id === value!.id)?.doubleOf).toBe(rows.find(({ state }) => state === 'received')?.id);
    expect((await rowOf(keep.id))?.paymentStatus).toBe('PAYMENT_SUCCESS');
  });

  it('of two received the later has to be refunded, or the one of another tier; sums stay', async () => {
    const [keep, drop] = [await member(), await member()];
    await received(keep.id, '2026-06-02');
    await received(drop.id, '2026-06-01');
    const [theirs] = await paymentsOf(drop.id);
    await merge(keep, drop);
    const rows = await paymentsOf(keep.id);
    expect(rows.map(({ state, amount }) => [state, amount])).toEqual([
      ['received', 1_000],
      ['received', 1_000],
    ]);
    expect(rows.filter(({ refundDue }) => refundDue).map(({ id }) => id === theirs!.id)).toEqual([false]);

    const [patron, individual] = [await member({ membership: 'Patron member' }), await member()];
    await received(patron.id, '2026-06-02');
    await received(individual.id, '2026-06-01');
    const [cheaper] = await paymentsOf(individual.id);
    await merge(patron, individual);
    expect((await paymentsOf(patron.id)).filter(({ refundDue }) => refundDue).map(({ id }) => id)).toEqual([
      cheaper!.id,
    ]);
  });

  it('of a claimed double is refunded when it was received', async () => {
    const [keep, drop] = [await member(), await applicant({ paymentStatus: 'PAYMENT_INITIATED', utr: '412345678901' })];
    await received(keep.id, '2026-05-01');
    const [claimed] = await paymentsOf(drop.id);
    await merge(keep, drop);
    expect((await paymentsOf(keep.id)).find(({ id }) => id === claimed!.id)?.state).toBe('claimed');
    await site.ok(receivePayments, { body: { ids: [claimed!.id], receivedOn: '2026-06-01' } }, office);
    const due = await site.ok(listPayments, { query: { state: 'refundDue', search: claimed!.reference } }, office);
    expect(due.data.map(({ id, state }) => [id, state])).toEqual([[claimed!.id, 'received']]);
    expect(await site.database.$count(receipts, eq(receipts.paymentId, claimed!.id))).toBe(1);
  });
});

describe('logins', () => {
  const inUse = async (values: Parameters<typeof memberFactory>[1] = {}) =>
    member({ passwordHash: await hashOfPassword(), ...values });
  const loginAs = (email: string) => site.call(loginMember, { body: { email, password } });

  it('are one: of two in use none is dropped', async () => {
    expect(await failure(await inUse(), await inUse())).toEqual([409, 'WRONG_STATE']);
    // A live session is a login, too.
    const [keep, drop] = [await member(), await inUse()];
    await memberToken(site, keep.id);
    expect(await failure(keep, drop)).toEqual([409, 'WRONG_STATE']);
  });

  it('move with their e-mail, and both addresses are told', async () => {
    const [keep, drop] = [await member(), await inUse()];
    const token = await memberToken(site, drop.id);
    const { directory } = await merge(keep, drop);
    expect(directory.email).toBe(drop.email);
    expect((await loginAs(drop.email)).status).toBe(200);
    expect((await loginAs(keep.email)).status).toBe(401);
    expect((await site.call(searchAll, { query: { search: 'x' } }, { token })).status).toBe(401);
    expect((await waitForMail(site, { to: drop.email, kind: 'records-merged' })).text).toContain('log in with it');
    expect((await waitForMail(site, { to: keep.email, kind: 'records-merged' })).text).toContain('no longer used');
    expect(await unmerge(keep)).toBe('200');
    expect((await loginAs(drop.email)).status).toBe(200);
  });

  it('stay with the kept record that has one, and go back', async () => {
    const [keep, drop] = [await member(), await inUse()];
    await merge(keep, drop);
    expect(await unmerge(keep)).toBe('200');
    expect((await loginAs(drop.email)).status).toBe(200);
    expect((await rowOf(keep.id))?.passwordHash).toBeNull();
    await waitForMail(site, { to: drop.email, kind: 'records-merged' });
  });
});

describe('votes', () => {
  async function voteWith(state: 'open' | 'declared', ...people: Row[]) {
    const [vote] = await site.database
      .insert(votes)
      .values({
        title: 'President',
        state,
        questions: [],
        opensAt: new Date(),
        closesAt: new Date(Date.now() + 60_000),
        by: 'office',
        frozenAt: new Date(),
        ...(state === 'declared' && { result: { questions: [] } as never, boxHash: 'hash' }),
      })
      .returning();
    await site.database.insert(voteRoll).values(
      people.map(({ id: memberId, name, state, memberNumber }) => ({
        voteId: vote!.id,
        memberId,
        name,
        state,
        memberNumber: memberNumber!,
      })),
    );
    return async () =>
      (
        await site.database
          .select()
          .from(voteRoll)
          .where(eq(voteRoll.voteId, vote!.id))
          .orderBy(asc(voteRoll.memberNumber))
      ).map(({ memberId, memberNumber, name }) => [memberId, memberNumber, name]);
  }

  it('of an open roll with both refuse, even where nobody has taken a paper', async () => {
    const [keep, drop] = [await member(), await member()];
    await voteWith('open', keep, drop);
    expect(await failure(keep, drop)).toEqual([409, 'WRONG_STATE']);
  });

  it('keep their rows as they were published; the number leads to the kept record', async () => {
    const [keep, drop] = [await member(), await member()];
    const [open, past] = [await voteWith('open', drop), await voteWith('declared', keep, drop)];
    await merge(keep, drop);
    expect(await open()).toEqual([[keep.id, drop.memberNumber, drop.name]]);
    expect((await past()).sort()).toEqual(
      [
        [keep.id, keep.memberNumber, keep.name],
        [null, drop.memberNumber, drop.name],
      ].sort(),
    );
  });
});

describe('credentials that nobody has used yet', () => {
  const temporary = async (days = 7) => ({
    passwordHash: await hashOfPassword(),
    mustChangePassword: true,
    temporaryPasswordUntil: new Date(Date.now() + days * 86_400_000),
  });
  const credentialsOf = (memberId: string) =>
    site.database
      .select()
      .from(mail)
      .where(and(eq(mail.memberId, memberId), eq(mail.kind, 'credentials')))
      .orderBy(asc(mail.createdAt));
  const mailed = (to: Row, state: 'sent' | 'dropped' | 'waiting' = 'sent') =>
    site.database.insert(mail).values({
      kind: 'credentials',
      recipient: to.email,
      data: {},
      memberId: to.id,
      state,
      nextAttemptAt: new Date(Date.now() + 1e9),
    });
  const loginAs = (email: string) => site.call(loginMember, { body: { email, password } });

  it('are sent again to the e-mail that stays, where the only ones went to the other', async () => {
    const keep = await member({ passwordHash: null });
    const drop = await member(await temporary());
    await mailed(drop);
    await merge(keep, drop);
    expect((await loginAs(keep.email)).status).toBe(401);
    await waitForMail(site, { to: keep.email, kind: 'credentials' });
    expect((await rowOf(keep.id))?.mustChangePassword).toBe(true);
    expect(await unmerge(keep)).toBe('200');
    expect((await rowOf(keep.id))?.mustChangePassword).toBe(true);
    expect((await loginAs(drop.email)).status).toBe(200);
  });

  it('go on where their e-mail does, the newest first, and lead back', async () => {
    const keep = await member({ ...(await temporary(1)), passwordHash: 'another' });
    const drop = await member(await temporary());
    await mailed(keep);
    await mailed(drop);
    await merge(keep, drop, { fields: { email: 'drop' } });
    expect((await loginAs(drop.email)).status).toBe(200);
    expect(await credentialsOf(keep.id)).toHaveLength(2);

    const [later, other] = [await member({ passwordHash: null, email: '' }), await member(await temporary())];
    await mailed(other);
    await merge(later, other);
    expect(await unmerge(later)).toBe('200');
    expect(await rowOf(later.id)).toMatchObject({ passwordHash: null, email: '' });
    expect((await loginAs(other.email)).status).toBe(200);
  });

  it('stay the kept record’s own, and are not sent where there never were any', async () => {
    const [own, drop] = [await member(await temporary(1)), await member(await temporary())];
    await mailed(own);
    await mailed(drop);
    await merge(own, drop);
    expect((await loginAs(own.email)).status).toBe(200);
    const [never, neither] = [await member({ passwordHash: null }), await member({ passwordHash: null })];
    await merge(never, neither);
    expect(await credentialsOf(never.id)).toEqual([]);
    // Those of the other were on their way to it.
    const [without, waiting] = [await member({ passwordHash: null }), await member({ passwordHash: null })];
    await mailed(waiting, 'waiting');
    await merge(without, waiting);
    expect((await credentialsOf(without.id)).map(({ recipient, state }) => [recipient, state === 'dropped'])).toEqual([
      [waiting.email, true],
      [without.email, false],
    ]);
  });
});

describe('a member number', () => {
  it('leads to the kept record at conferences, among office bearers, and on the paper of a vote', async () => {
    const [keep, drop] = [await member({ cardPhoto: true, pictureFile: null }), await member()];
    const opensAt = new Date(Date.now() + 1e8);
    const option = { id: 'a', name: drop.name, memberNumber: drop.memberNumber, statement: '' };
    const question = { id: 'q', kind: 'office', title: 'President', text: '', seats: 1, none: false, majority: null };
    const [vote] = await site.database
      .insert(votes)
      .values({
        ...{ title: 'A vote', opensAt, closesAt: new Date(opensAt.getTime() + 1e8), by: 'office' },
        questions: [{ ...question, options: [option] } as never],
      })
      .returning();
    await merge(keep, drop);
    await site.database
      .insert(files)
      .values({ key: 'of-keep', state: 'attached', bytes: 1, type: 'image/png', hash: 'k', writer: 0 });
    await site.database.update(members).set({ pictureFile: 'of-keep', cardPhoto: true }).where(eq(members.id, keep.id));
    const token = await confirmedToken(site, { powers: ['votes'] });
    const { vote: shown } = await site.ok(getVote, { params: { id: vote!.id } }, { token });
    expect(shown.questions[0]!.options[0]!.photo).toContain(keep.id);
    await site.database.update(members).set({ pictureFile: null }).where(eq(members.id, keep.id));
    await site.database.delete(files).where(eq(files.key, 'of-keep'));

    const conference = await openConferenceFactory(site, {});
    const memberNumber = drop.memberNumber!;
    const added = await site.ok(addParticipant, { params: { id: conference.id }, body: { memberNumber } }, office);
    const [place] = await site.database
      .select()
      .from(participations)
      .where(eq(participations.id, added.participation.id));
    expect(place!.memberId).toBe(keep.id);
    const term = { office: 'Treasurer', from: '2026-01-01', memberNumber };
    const { bearer } = await site.ok(createBearer, { body: term }, office);
    expect(bearer).toMatchObject({ memberNumber: keep.memberNumber, name: keep.name });
    expect(await findNumbered(site.database, [memberNumber, keep.memberNumber!, 'AIP-M-1'])).toEqual(
      new Map([memberNumber, keep.memberNumber!].map((number) => [number, keep.id])),
    );
  });

  it('from a list is given to nobody else, also once its record is merged or deleted', async () => {
    const last = Number((await nextMemberNumber(site.database)).slice('AIP-M-'.length));
    const [merged, erased, afterMerge] = [1, 2, 3].map((step) => memberNumberOf(last + step));
    const keep = await member({ memberNumber: afterMerge! });
    await merge(keep, await member({ memberNumber: merged! }));
    const gone = await member({ memberNumber: erased! });
    await clearMoney(site, { memberId: gone.id });
    await site.database.transaction((tx) => deleteMembers(tx, [gone.id]));
    expect(await nextMemberNumber(site.database)).toBe(memberNumberOf(last + 4));
  });
});

describe('undoing', () => {
  it('never lets a version fall, and reminds nobody again', async () => {
    const [keep, drop] = [await member(), await applicant()];
    const conference = await openConferenceFactory(site, {});
    const [place] = await site.database
      .insert(participations)
      .values({
        conferenceId: conference.id,
        memberId: keep.id,
        guest: false,
        state: 'registered',
        code: `v-${keep.id}`,
      })
      .returning();
    await merge(keep, drop);
    const merged = (await rowOf(keep.id))!.version;
    const reminded = new Date('2026-03-01T10:00:00Z');
    await site.database.update(participations).set({ remindedOf: reminded }).where(eq(participations.id, place!.id));
    const before = Date.now();
    expect(await unmerge(keep)).toBe('200');
    expect((await rowOf(keep.id))!.version).toBeGreaterThan(merged);
    expect((await rowOf(drop.id))!.version).toBeGreaterThan(drop.version);
    const [after] = await site.database.select().from(participations).where(eq(participations.id, place!.id));
    expect(after).toMatchObject({ remindedOf: reminded, version: place!.version + 1 });
    // A door asks for what has changed since it was told.
    expect(after!.updatedAt.getTime()).toBeGreaterThan(before - 5_000);
  });

  it('leaves out what told of somebody who has been erased since', async () => {
    const [keep, drop, other] = [await member(), await applicant(), await applicant({ status: 'Rejected' })];
    await site.ok(anotherPerson, { body: { one: drop.id, other: other.id } }, office);
    await merge(keep, drop);
    await site.ok(deleteRegistration, { params: { id: other.id } }, office);
    expect(await unmerge(keep)).toBe('200');
    expect(await rowOf(drop.id)).toBeDefined();
  });

  it('of an import leaves what the merged record had itself, and takes back what a list gave either', async () => {
    const [keep, drop] = [
      await member({ mobile: '9811234567', designation: '' }),
      await member({ mobile: '9811234567', designation: 'Director' }),
    ];
    const [list] = await site.database
      .insert(imports)
      .values({
        fileName: 'list.csv',
        sheet: 'list',
        sheets: ['list'],
        headerRow: 1,
        columns: [],
        by: 'office',
        state: 'done',
      })
      .returning();
    const importId = list!.id;
    await site.database.insert(importRows).values([
      { importId, row: 2, cells: [], memberId: keep.id, completed: { mobile: '9811234567' } },
      { importId, row: 3, cells: [], memberId: drop.id, completed: { designation: 'Director' } },
      { importId, row: 4, cells: [], memberId: drop.id, completed: null },
    ]);
    const rows = () =>
      site.database
        .select({ row: importRows.row, memberId: importRows.memberId, completed: importRows.completed })
        .from(importRows)
        .where(eq(importRows.importId, importId))
        .orderBy(asc(importRows.row));
    const before = await rows();
    await merge(keep, drop);
    expect(await rows()).toEqual([
      { row: 2, memberId: keep.id, completed: {} },
      { row: 3, memberId: keep.id, completed: { designation: 'Director' } },
      { row: 4, memberId: null, completed: null },
    ]);
    expect(await unmerge(keep)).toBe('200');
    expect(await rows()).toEqual(before);
    await merge(keep, drop);
    await site.ok(undoImport, { params: { id: importId } }, office);
    await eventually(async () => {
      const { import: now } = await site.ok(getImport, { params: { id: importId } }, office);
      return now.state === 'undone';
    }, 'the import to be undone');
    expect(await rowOf(keep.id)).toMatchObject({ mobile: '9811234567', designation: '' });
  });

  it('puts everything back as it was', async () => {
    const keep = await member({ designation: '' });
    const drop = await applicant({ paymentStatus: 'PAYMENT_INITIATED', utr: '412345678902' });
    const conference = await openConferenceFactory(site, {});
    for (const { id: memberId } of [keep, drop]) {
      await site.database
        .insert(participations)
        .values({ conferenceId: conference.id, memberId, guest: false, state: 'registered', code: `u-${memberId}` });
      await site.database.insert(unsubscribeCodes).values({ memberId, code: `u-${memberId}` });
      await site.database.insert(memberCards).values({ memberId, code: `u-${memberId}` });
    }
    await site.database.insert(corrections).values({
      memberId: drop.id,
      fields: ['mobile'],
      note: 'x',
      by: 'office',
      expiresAt: new Date(Date.now() + 1e9),
    });
    const before = await everything();
    await merge(keep, drop, { fields: { name: 'drop', email: 'drop', membership: 'drop' } });
    expect((await rowOf(keep.id))?.email).toBe(drop.email);
    expect(await unmerge(keep)).toBe('200');
    const after = await everything();
    for (const [table, rows] of Object.entries(before)) expect({ table, rows: after[table] }).toEqual({ table, rows });
    expect((await site.ok(reviewRegistration, { params: { id: drop.id } }, office)).data.id).toBe(drop.id);
    expect(await unmerge(keep)).toBe('409 TOO_LATE');
  });

  it('brings no calendar address back that was replaced meanwhile', async () => {
    const [keep, drop] = [await member(), await member()];
    const feed = async (address: string) =>
      (await site.app.inject(new URL(address, site.config.publicUrl).pathname)).statusCode;
    const addresses = [];
    for (const { id: memberId } of [keep, drop]) {
      await site.database.insert(memberCalendars).values({ memberId, secret: `c-${memberId}` });
      addresses.push(`/calendar/c-${memberId}.ics`);
    }
    await merge(keep, drop);
    const { calendar } = await site.ok(replaceCalendar, {}, { token: await memberToken(site, keep.id) });
    expect(await unmerge(keep)).toBe('200');
    expect(await Promise.all([...addresses, calendar].map(feed))).toEqual([404, 404, 200]);
  });

  it('brings back no password and no known browser of an account that was taken back meanwhile', async () => {
    const devicesOf = (memberId: string) => site.database.$count(loginDevices, eq(loginDevices.memberId, memberId));
    const enter = async (email: string) => (await site.call(loginMember, { body: { email, password } })).status;
    const end = async (id: string) => site.ok(endMemberSessions, { params: { id } }, office);
    // A temporary password that was never used.
    const temporary = { passwordHash: await hashOfPassword(), mustChangePassword: true };
    const unused = await member(temporary);
    const used = await member({ passwordHash: await hashOfPassword(), mustChangePassword: false });
    await merge(used, unused);
    await end(used.id);
    expect(await unmerge(used)).toBe('200');
    expect(await rowOf(unused.id)).toMatchObject({ passwordHash: null, mustChangePassword: false });
    expect([await enter(unused.email), await enter(used.email)]).toEqual([401, 200]);
    // The login goes with the record that is kept, and back as it is then.
    const keep = await member(temporary);
    const drop = await member({ passwordHash: await hashOfPassword(), mustChangePassword: false });
    expect(await enter(drop.email)).toBe(200);
    expect(await devicesOf(drop.id)).toBe(1);
    await merge(keep, drop);
    expect(await devicesOf(keep.id)).toBe(1);
    await end(keep.id);
    expect(await unmerge(keep)).toBe('200');
    expect([await devicesOf(keep.id), await devicesOf(drop.id)]).toEqual([0, 0]);
    expect([await enter(keep.email), await enter(drop.email)]).toEqual([401, 200]);
  });

  it('is possible after notes of different people, before and since', async () => {
    const all = [];
    for (let count = 0; count < 5; count += 1) all.push(await member());
    const [keep, drop, ...others] = all as [Row, Row, ...Row[]];
    const different = (one: Row, other: Row) =>
      site.ok(anotherPerson, { body: { one: one.id, other: other.id } }, office);
    for (const other of [others[0]!, others[1]!, keep]) await different(drop, other);
    await merge(keep, drop);
    for (const other of [others[0]!, others[2]!]) await different(keep, other);
    await merge(others[0]!, others[1]!);
    expect(await unmerge(others[0]!)).toBe('200');
    expect(await unmerge(keep)).toBe('200');
    await merge(others[0]!, others[1]!);
    await merge(keep, drop);
    expect(await unmerge(keep)).toBe('200');
    expect(await unmerge(others[0]!)).toBe('200');
  });

  it('is possible though credentials were made meanwhile', async () => {
    const [keep, drop] = [await member({ passwordHash: null }), await applicant()];
    await merge(keep, drop);
    const credentials = { passwordHash: 'made', mustChangePassword: true };
    await site.database.update(members).set(credentials).where(eq(members.id, keep.id));
    expect(await unmerge(keep)).toBe('200');
  });

  it('is refused once either was changed, and after a day', async () => {
    const [keep, drop] = [await member(), await applicant()];
    await merge(keep, drop);
    await setNote(site, { memberId: keep.id }, 'looked at');
    expect(await unmerge(keep)).toBe('409 RECORD_CHANGED');

    const [other, late] = [await member(), await applicant()];
    await merge(other, late);
    const confirmed = { token: office.token };
    hours(24.1);
    office = { token: await confirmedToken(site) };
    expect(await unmerge(other)).toBe('409 TOO_LATE');
    await cleanUp();
    const [left] = await site.database.select().from(mergedRecords).where(eq(mergedRecords.droppedId, late.id));
    expect(left).toMatchObject({ keptId: other.id, reference: late.reference, copy: null, files: [] });
    expect((await site.ok(reviewRegistration, { params: { id: late.id } }, office)).data.id).toBe(other.id);
    office = confirmed;
  });

  it('begins with the last merge, and follows records from one to the next', async () => {
    const [a, b, c] = [await applicant(), await applicant(), await member()];
    await merge(b, a);
    await merge(c, b);
    expect((await site.ok(getPerson, { params: { id: a.id } }, office)).person.id).toBe(c.id);
    expect(await unmerge(c)).toBe('200');
    expect((await site.ok(getPerson, { params: { id: a.id } }, office)).person.id).toBe(b.id);
    expect(await unmerge(c)).toBe('409 TOO_LATE');
    expect(await unmerge(b)).toBe('200');
    expect((await rowOf(a.id))?.reference).toBe(a.reference);
  });

  it('keeps the files that it needs until it is too late', async () => {
    const key = async (name: string) => {
      await site.database
        .insert(files)
        .values({ key: name, state: 'attached', bytes: 1, type: 'image/png', hash: name, writer: 0 });
      return name;
    };
    const keep = await member({ pictureFile: await key('picture-kept') });
    const drop = await applicant({ pictureFile: await key('picture-dropped') });
    await merge(keep, drop);
    const states = async () =>
      (await site.database.select().from(files).orderBy(asc(files.key))).map((row) => [row.key, row.state]);
    expect(await states()).toEqual([
      ['picture-dropped', 'attached'],
      ['picture-kept', 'attached'],
    ]);
    hours(25);
    await cleanUp();
    expect(await states()).toEqual([
      ['picture-dropped', 'removed'],
      ['picture-kept', 'attached'],
    ]);
  });
});

it('two merges the other way round at once: one is done, the other refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await member(), await member()];
    const bodies = [await bodyOf(one, other), await bodyOf(other, one)];
    const answers = await Promise.all(bodies.map((body) => site.call(mergeRecords, { body }, office)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await rowOf(one.id), await rowOf(other.id)].filter(Boolean)).toHaveLength(1);
  }
});

const names = [
  'Bhaskar',
  'Jyotsna',
  'Kedarnath',
  'Lavanya',
  'Murugan',
  'Neelam',
  'Omprakash',
  'Pushpa',
  'Qamar',
  'Tripti',
];
let count = 0;
/** Somebody with a name and a birth date of their own. */
function alone(values: Parameters<typeof memberFactory>[1] = {}) {
  count += 1;
  const name = [...String(count)].map((digit) => names[Number(digit)]).join(' ');
  const dateOfBirth = new Date(Date.UTC(1950, 0, count)).toISOString().slice(0, 10);
  return member({ name, dateOfBirth, ...values });
}

describe('who is probably the same', () => {
  const alikeTo = async (id: string) =>
    (await site.ok(likePeople, { params: { id } }, office)).alike.map((each) => [each.person.id, each.by]);

  it('has the same e-mail, mobile number, or name by sound with birth date', async () => {
    const one = await alone({ name: "S. D'Souza Rao", mobile: '9822222222', dateOfBirth: '1971-02-03' });
    const mobile = await alone({ status: 'New', mobile: '9822222222' });
    const person = await alone({ status: 'New', name: 'S DSouza-Rao', dateOfBirth: '1971-02-03', state: 'Goa' });
    const rejected = await alone({ status: 'Rejected', email: one.email, mobile: '9822222222' });
    await alone({ status: 'New', name: 'Somebody Else', dateOfBirth: '1971-02-03' });
    const { data, merged } = await site.ok(likePeople, { params: { id: one.id } }, office);
    expect([data.id, merged]).toEqual([one.id, null]);
    expect(await alikeTo(one.id)).toEqual([
      [rejected.id, ['email', 'mobile']],
      [person.id, ['person']],
      [mobile.id, ['mobile']],
    ]);
    await site.ok(anotherPerson, { body: { one: mobile.id, other: one.id } }, office);
    expect((await alikeTo(one.id)).map(([id]) => id)).toEqual([rejected.id, person.id]);
    await merge(one, person);
    const result = await site.ok(likePeople, { params: { id: person.id } }, office);
    expect(result.merged).toMatchObject({ reference: person.reference });
    expect((await mailsOf(site)).length).toBeGreaterThan(0);
  });

  it('has the same e-mail apart from dots and the host, or the same name in one State', async () => {
    const one = await alone({ name: 'Chandrakaant Gadgil', email: 'ch.gadgil@example.org', state: 'Sikkim' });
    const email = await alone({ status: 'New', email: 'chgadgil+ipp@example.com' });
    const name = await alone({ status: 'New', name: 'Adv. Chandrakant  Gadgill', state: 'Sikkim' });
    await alone({ status: 'New', name: 'Chandrakant Gadgil', state: 'Tripura' });
    expect(Object.fromEntries(await alikeTo(one.id))).toEqual({
      [email.id]: ['emailAlike'],
      [name.id]: ['nameAndState'],
    });
  });

  it('is nobody of many with one mobile number', async () => {
    const all = [];
    for (let each = 0; each < 12; each += 1) all.push(await alone({ mobile: '9844444444' }));
    expect(await alikeTo(all[0]!.id)).toEqual([]);
  });

  it('is shown within one’s own States', async () => {
    const one = await alone({ state: 'Kerala', mobile: '9833333333', dateOfBirth: '1962-01-01' });
    const other = await alone({ status: 'New', state: 'Goa', mobile: '9833333333' });
    const inKerala = { token: await adminToken(site, { powers: ['members'], states: ['Kerala'] }) };
    expect((await site.ok(likePeople, { params: { id: one.id } }, inKerala)).alike).toEqual([]);
    expect((await site.fails(likePeople, { params: { id: other.id } }, inKerala)).status).toBe(404);
    const pair = { one: one.id, other: other.id };
    expect((await site.fails(anotherPerson, { body: pair }, inKerala)).status).toBe(404);
  });
});

describe('the list of likely doubles', () => {
  const look = async () => {
    while (await checkDoubles(site.database)) {}
  };
  const pairsOf = async (id: string, as = office) => {
    const { data } = await site.ok(likelyDoubles, {}, as);
    return data.filter(({ one, other }) => [one.id, other.id].includes(id));
  };

  it('has each pair once, until it is settled for good', async () => {
    await look();
    const one = await alone({ mobile: '9855555551', state: 'Kerala' });
    const other = await alone({ status: 'New', mobile: '9855555551', state: 'Goa' });
    await alone({ status: 'Rejected', mobile: '9855555551' });
    await look();
    const [pair, ...more] = await pairsOf(one.id);
    expect(more).toEqual([]);
    expect([[pair!.one.id, pair!.other.id].sort(), pair!.by]).toEqual([[one.id, other.id].sort(), ['mobile']]);
    const { pagination } = await site.ok(likelyDoubles, {}, office);
    expect(pagination.totalCount).toBeGreaterThan(0);

    const inKerala = { token: await adminToken(site, { powers: ['members'], states: ['Kerala'] }) };
    expect(await pairsOf(one.id, inKerala)).toEqual([]);
    expect((await site.ok(likelyDoubles, {}, inKerala)).data.every((each) => each.other.state === 'Kerala')).toBe(true);
    const withoutPower = { token: await adminToken(site, { powers: ['content'] }) };
    expect((await site.fails(likelyDoubles, {}, withoutPower)).status).toBe(403);

    await site.ok(anotherPerson, { body: { one: one.id, other: other.id } }, office);
    expect(await pairsOf(one.id)).toEqual([]);
    await site.database.update(members).set({ mobile: '9855555552' }).where(eq(members.id, one.id));
    await site.database.update(members).set({ mobile: '9855555551' }).where(eq(members.id, one.id));
    await look();
    expect(await pairsOf(one.id)).toEqual([]);
    // Who is another person than a record stays one than that it was merged into.
    const third = await alone({ status: 'New', mobile: '9855555551', state: 'Bihar' });
    await merge(third, other);
    await look();
    expect(await pairsOf(third.id)).toEqual([]);
  });

  it('forgets who is no longer alike, or there', async () => {
    await look();
    const one = await alone({ mobile: '9855555561' });
    const [changed, merged] = [
      await alone({ status: 'New', mobile: '9855555561' }),
      await alone({ status: 'New', mobile: '9855555561' }),
    ];
    await look();
    expect(await pairsOf(one.id)).toHaveLength(2);
    await site.database.update(members).set({ mobile: '9855555562' }).where(eq(members.id, changed.id));
    await merge(one, merged);
    await look();
    expect(await pairsOf(one.id)).toEqual([]);
    expect(await unmerge(one)).toBe('200');
    await look();
    expect(await pairsOf(one.id)).toHaveLength(1);
  });
});

describe('who else a record may be', () => {
  const others = async (id: string, search: string) =>
    (await site.ok(otherPeople, { params: { id }, query: { search } }, office)).data.map((each) => each.id);

  it('is found by name, number, e-mail and mobile number, exactly or nearly', async () => {
    const one = await alone({ state: 'Kerala' });
    const other = await alone({
      name: 'Venkatraghavan Iyengar',
      email: 'v.iyengar@example.org',
      mobile: '9866666661',
    });
    const applied = await alone({ status: 'New', name: 'Venkataragavan Ayyangar' });
    for (const text of [
      other.memberNumber!,
      other.memberNumber!.toLowerCase(),
      other.reference,
      '9866666661',
      'v.iyengar@example.org',
    ]) {
      expect([text, await others(one.id, text)]).toEqual([text, [other.id]]);
    }
    for (const text of [
      'vv.iyengar@example.org',
      'v.iyengr@example.org',
      'v.iyenger@example.org',
      'viyengar@example.com',
      'v.iyengar@example.or',
    ]) {
      expect([text, await others(one.id, text)]).toEqual([text, [other.id]]);
    }
    expect(await others(one.id, 'Venkatraghavan')).toContain(other.id);
    expect(await others(one.id, 'Venkatragavan')).toEqual(expect.arrayContaining([other.id]));
    expect(await others(one.id, 'Venkataraghavan')).toContain(applied.id);
    expect(await others(one.id, '%%')).toEqual([]);
    expect((await site.fails(otherPeople, { params: { id: one.id }, query: { search: 'x' } }, office)).status).toBe(
      400,
    );
    const inGoa = { token: await adminToken(site, { powers: ['members'], states: ['Goa'] }) };
    expect((await site.fails(otherPeople, { params: { id: one.id }, query: { search: 'Iyer' } }, inGoa)).status).toBe(
      404,
    );
  });
});
