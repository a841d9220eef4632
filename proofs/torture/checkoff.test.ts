import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salaryAuthorisations, salaryScheduleRows, salarySchedules } from '#server/features/checkoff/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { clock } from '#shared/clock.ts';
import {
  authoriseDeduction,
  confirmAuthorisations,
  endAuthorisation,
  withdrawAuthorisation,
} from '#shared/contracts/authorisations.ts';
import { createPayingOffice, recognitionList, updateCheckoffSettings } from '#shared/contracts/checkoff.ts';
import { listOwnPayments, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import { closeYear, ledgerOfYear } from '#shared/contracts/receipts.ts';
import { getYearReport } from '#shared/contracts/reports.ts';
import {
  cancelRemittance,
  decideScheduleRow,
  dropSchedule,
  getSchedule,
  receiveSchedule,
  sendSchedule,
} from '#shared/contracts/schedules.ts';
import { listShares, updateShareSettings } from '#shared/contracts/shares.ts';
import { reconcilePayments, uploadStatement } from '#shared/contracts/statements.ts';
import { updateSubscription } from '#shared/contracts/subscription.ts';
import { startTestApp } from '#tests/app.ts';
import { dueFactory } from '#tests/factories/dues.ts';
import { confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { type Random, seededRandom } from '../../scripts/sample/random.ts';
import {
  book,
  type Consent,
  cancel,
  deduction,
  isRefunded,
  judged,
  type List,
  move,
  type Person,
  payRest,
  sumOf,
  sums,
  type World,
  yearly,
} from './checkoff-model.ts';
import { figure, seed, size } from './size.ts';

// Random histories of deductions: authorisations, transfers, lists with errors, monthly parts, money that comes split and joined, cancelled,
// refunded and moved rows, moves of State, closed years, two treasurers at once, and lost database connections in the middle. After each
// one ledger, shares, report, standings and the list for recognition are those of an independent model.

const site = await startTestApp();
const killer = openDatabase(site.ownerConnection, { poolSize: 1 });
afterAll(() => killer.close());
clock.set(new Date('2026-11-20T12:00:00+05:30'));

const histories = size(3, 60);
const stepsOfEach = 70;
const months = ['2026-07', '2026-08', '2026-09', '2026-10'];
const states = ['Kerala', 'Goa', 'Punjab'];
const day = '2026-11-18';
const year = '2026-27';
let office: { token: string };

beforeAll(async () => {
  office = { token: await confirmedToken(site) };
  await site.ok(updateSubscription, { body: { enabled: true, amount: yearly, firstYear: year } }, office);
  await site.ok(updateCheckoffSettings, { body: { enabled: true } }, office);
  const share = { enabled: true, percent: { 'Individual member': 30 }, from: '2026-04-01' };
  await site.ok(updateShareSettings, { body: share }, office);
});

let result = 0;
const names = ['Asha Rao', 'Bina Das', 'Chitra Nair', 'Deepak Jain', 'Esha Gupta'];

async function newWorld(): Promise<{ world: World; offices: string[] }> {
  result += 1;
  const world: World = { people: [], consents: [], lists: [], entries: [], closed: false };
  const offices = [];
  for (const letter of 'ABC') {
    const body = { name: `Treasury ${result} ${letter}`, state: 'Kerala' };
    offices.push((await site.ok(createPayingOffice, { body }, office)).office.id);
  }
  for (let index = 0; index < 12; index += 1) {
    const name = names[index % names.length]!;
    const state = states[index % states.length]!;
    const member = await newMember(site, { name, state, membership: 'Individual member' });
    const person: Person = { id: member.id, name, state, due: yearly };
    world.people.push(person);
    await dueFactory(site, { memberId: member.id, purpose: 'annual', period: year, amount: yearly });
    const consent = {
      person,
      office: offices[index % offices.length]!,
      number: `${result}N${index}`,
      state: index % 7 === 6 ? ('asked' as const) : ('confirmed' as const),
      from: index % 5 === 4 ? '2026-09' : '2026-07',
      until: null,
    };
    const [row] = await site.database
      .insert(salaryAuthorisations)
      .values({
        memberId: member.id,
        state: consent.state,
        officeId: consent.office,
        employeeNumber: consent.number,
        employeeKey: consent.number,
        amount: deduction,
        from: consent.from,
        onPaper: true,
        sparedUntil: '2026-12-31',
      })
      .returning({ id: salaryAuthorisations.id });
    world.consents.push({ id: row!.id, ...consent });
  }
  return { world, offices };
}

/** One history's world, and what can happen in it. */
function historyOf(world: World, offices: readonly string[], random: Random) {
  const listsIn = (state: List['state']) => world.lists.filter((list) => list.state === state);
  const picked = <T>(items: readonly T[]): T | undefined => (items.length === 0 ? undefined : random.pick(items));
  const isReady = (list: List) => sumOf(list) > 0 && judged(world, list).every((reason) => reason === null);
  const codeOf = ({ status, body }: { status: number; body: unknown }) =>
    status === 200 ? '' : (body as { code: string }).code;

  /** Sees that the rows of a list stand as the model says. */
  async function look(list: List) {
    const { schedule } = await site.ok(getSchedule, { params: { id: list.id } }, office);
    const reasons = judged(world, list);
    expect(Object.fromEntries(schedule.toLook.map(({ row, reason }) => [row, reason]))).toEqual(
      Object.fromEntries(list.rows.flatMap(({ row }, index) => (reasons[index] ? [[row, reasons[index]]] : []))),
    );
    expect(schedule.sum).toBe(sumOf(list));
  }

  async function send() {
    const officeId = random.pick(offices);
    const month = random.pick(months);
    const there = world.consents.filter((consent) => consent.office === officeId);
    const rows = random.sample(there, random.int(1, there.length)).map(({ number, person }) => ({
      number,
      name: random.chance(0.1) ? 'ZUBIN MEHTA' : person.name,
      amount: random.chance(0.1) ? random.pick([500, 250.5]) : deduction,
    }));
    if (random.chance(0.2)) rows.push({ ...random.pick(rows) });
    if (random.chance(0.3)) rows.push({ number: `X${random.int(1, 99)}`, name: 'Zubin Mehta', amount: 700 });
    const typed = rows.map(({ number, name, amount }) => ({ employeeNumber: number, name, amount }));
    const body = { officeId, month, rows: JSON.stringify(typed) };
    const { schedule } = await site.ok(sendSchedule, { body }, office);
    if (world.lists.some(({ id }) => id === schedule.id)) return;
    const list: List = { id: schedule.id, office: officeId, month, state: 'open', together: [], rows: [] };
    list.rows = rows.map((row, index) => ({ row: index + 1, ...row, as: null, consent: null, entries: [] }));
    world.lists.push(list);
    await look(list);
  }

  async function decide() {
    const list = picked(listsIn('open').filter((each) => judged(world, each).some((reason) => reason !== null)));
    if (!list) return;
    const reasons = judged(world, list);
    for (const [index, row] of list.rows.entries()) {
      // Of rows that are decided others change how they stand.
      if (!reasons[index] || judged(world, list)[index] === null) continue;
      const consent =
        row.consent ?? world.consents.find((each) => each.office === list.office && each.number === row.number) ?? null;
      const isWhole = Number.isInteger(row.amount);
      const ways = [
        'leftOut' as const,
        ...(isWhole ? ['office' as const] : []),
        ...(isWhole && consent?.person.due === 0 ? ['excess' as const] : []),
        ...(consent && row.amount === deduction && consent.person.due >= deduction && reasons[index] !== 'TWICE'
          ? ['book' as const]
          : []),
      ];
      const as = random.pick(ways);
      const whose = as === 'book' || as === 'excess' ? { authorisationId: consent!.id } : {};
      const body = { scheduleId: list.id, row: row.row, as, reason: 'As the office knows', ...whose };
      const answer = await site.call(decideScheduleRow, { body }, office);
      expect([answer.status, codeOf(answer)]).toEqual([200, '']);
      row.as = as;
      row.consent = as === 'book' || as === 'excess' ? consent : null;
    }
    await look(list);
  }

  const receiving = (list: List) =>
    site.call(
      receiveSchedule,
      { body: { scheduleId: list.id, mode: 'cheque', number: '4217', receivedOn: day } },
      office,
    );
  const cancelling = (list: List) =>
    site.call(cancelRemittance, { body: { scheduleId: list.id, reason: 'The cheque came back' } }, office);

  async function receive() {
    const list = picked(listsIn('open').filter(({ rows }) => rows.length > 0));
    if (!list || sumOf(list) === 0) return;
    const isTwice = random.chance(0.4);
    const answers = await Promise.all(isTwice ? [receiving(list), receiving(list)] : [receiving(list)]);
    const won = answers.filter(({ status }) => status === 200);
    if (world.closed || !isReady(list)) {
      expect(won).toHaveLength(0);
      for (const answer of answers)
        expect(world.closed ? ['YEAR_CLOSED'] : ['NOT_SURE', 'RECORD_CHANGED']).toContain(codeOf(answer));
      return;
    }
    expect(won).toHaveLength(1);
    expect(won[0]!.body).toMatchObject({ received: book(world, [list]) });
  }

  /** One credit for two lists, or two for one. */
  async function reconcile() {
    const ready = listsIn('open').filter(isReady);
    const [first, second] = random.sample(ready, 2);
    if (!first || world.closed) return;
    // Two lists together must not have somebody twice for the year's last part.
    const people = (list: List) => list.rows.map((row) => `${row.name} ${row.number}`);
    const isJoined =
      second !== undefined &&
      second.month === first.month &&
      !people(first).some((who) => people(second).includes(who));
    const lists = isJoined ? [first, second] : [first];
    const sum = lists.reduce((total, list) => total + sumOf(list), 0);
    const amounts = isJoined ? [sum] : [sum - 1, 1];
    result += 1;
    const lines = amounts.map((amount, index) => `18/11/2026,DEP ${result} ${index},,${amount}.00`);
    const bytes = Buffer.from(['Date,Narration,Debit,Credit', ...lines].join('\n'));
    const file = { name: 'statement.csv', type: 'text/csv', bytes };
    const answer = await site.ok(uploadStatement, { body: {}, files: { file } }, office);
    const lineIds = [...answer.toLook, ...answer.unknown]
      .filter(({ narration }) => narration.startsWith(`DEP ${result} `))
      .map(({ id }) => id);
    expect(lineIds).toHaveLength(amounts.length);
    const pairs = lineIds.flatMap((lineId) => lists.map(({ id: scheduleId }) => ({ lineId, scheduleId, seen: true })));
    const body = { statementId: answer.statement.id, accept: pairs };
    const both = await Promise.all([
      site.call(reconcilePayments, { body }, office),
      ...(random.chance(0.3) ? [site.call(reconcilePayments, { body }, office)] : []),
    ]);
    const received = both.map((each) => (each.body as { received: number }).received);
    expect(Math.max(...received)).toBe(book(world, lists));
    expect(received.filter((count) => count > 0)).toHaveLength(1);
  }

  async function cancelSome() {
    const list = picked(listsIn('received'));
    if (!list) return;
    const answers = await Promise.all(random.chance(0.3) ? [cancelling(list), cancelling(list)] : [cancelling(list)]);
    const won = answers.filter(({ status }) => status === 200);
    if (world.closed || isRefunded(list)) {
      expect(won).toHaveLength(0);
      for (const answer of answers) expect(codeOf(answer)).toBe(world.closed ? 'YEAR_CLOSED' : 'WRONG_STATE');
      return;
    }
    expect(won).toHaveLength(1);
    const together = list.together;
    cancel(list);
    for (const each of together) await look(each);
  }

  /** Connections are lost while a list is booked or cancelled: all of it happened, or nothing. */
  async function killInTheMiddle() {
    const list = picked(
      world.lists.filter((each) => each.state === 'received' || (each.state === 'open' && isReady(each))),
    );
    if (!list || world.closed || (list.state === 'received' && isRefunded(list))) return;
    const was = list.state;
    const call = (was === 'open' ? receiving(list) : cancelling(list)).catch(() => null);
    await sleep(random.int(0, 40));
    await killer.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`);
    await call;
    const [row] = await killer.select().from(salarySchedules).where(eq(salarySchedules.id, list.id));
    if (row!.state !== was) {
      if (was === 'open') book(world, [list]);
      else cancel(list);
    }
    expect(['open', 'received']).toContain(row!.state);
  }

  async function payDirectly() {
    const person = picked(world.people.filter(({ due }) => due > 0));
    if (!person) return;
    const due = await site.database
      .select()
      .from(payments)
      .where(sql`member_id = ${person.id} and purpose = 'annual' and state in ('due', 'refused')`);
    expect(due.reduce((sum, { amount }) => sum + amount, 0)).toBe(person.due);
    const ids = due.map(({ id }) => id);
    const paying = site.call(receivePayments, { body: { ids, receivedOn: day, mode: 'upi' } }, office);
    // Another treasurer books a list of the same person at the same moment.
    const list = picked(
      listsIn('open').filter((each) => isReady(each) && each.rows.some(({ name }) => name === person.name)),
    );
    const [paid, booked] = await Promise.all([paying, list && random.chance(0.6) ? receiving(list) : null]);
    if (world.closed) {
      expect((paid.body as { received?: number }).received ?? 0).toBe(0);
      return;
    }
    if (booked?.status === 200) book(world, [list!]);
    const { left } = paid.body as { left: { id: string }[] };
    const missed = new Set(left.map(({ id }) => id));
    for (const { id, amount } of due) if (!missed.has(id)) payRest(world, person, amount);
    if (booked && booked.status !== 200) expect(codeOf(booked)).toBe('RECORD_CHANGED');
  }

  async function refund() {
    const list = picked(listsIn('received'));
    const row =
      list && picked(list.rows.filter(({ entries }) => entries.length === 1 && entries[0]!.state === 'valid'));
    if (!list || !row || world.closed) return;
    const [stored] = await site.database
      .select()
      .from(salaryScheduleRows)
      .where(sql`schedule_id = ${list.id} and "row" = ${row.row}`);
    const id = stored!.paymentId ?? stored!.excessPaymentId!;
    result += 1;
    await site.ok(refundPayment, { body: { id, refundedOn: day, utr: `BACK${result}` } }, office);
    row.entries[0]!.state = 'refunded';
  }

  async function moveRow() {
    const list = picked(listsIn('received'));
    if (!list || world.closed) return;
    const row = picked(list.rows.filter(({ entries, amount }) => entries.length > 0 && amount === deduction));
    const to =
      row &&
      picked(
        world.consents.filter(
          ({ office: at, person }) => at === list.office && person.due >= deduction && person !== row.consent?.person,
        ),
      );
    if (!row || !to) return;
    const body = {
      scheduleId: list.id,
      row: row.row,
      as: 'book',
      authorisationId: to.id,
      reason: 'It was a colleague’s',
    };
    const answer = await site.call(decideScheduleRow, { body }, office);
    if (row.entries.some(({ state }) => state !== 'valid')) return expect(codeOf(answer)).toBe('WRONG_STATE');
    expect([answer.status, codeOf(answer)]).toEqual([200, '']);
    move(world, list, row, to);
  }

  async function transfer() {
    const person = random.pick(world.people);
    const matches = world.consents.filter((each) => each.person === person);
    const before = matches.find(({ state }) => state === 'confirmed');
    const officeId = random.pick(offices.filter((id) => id !== before?.office));
    result += 1;
    const number = `T${result}`;
    const as = { token: await memberToken(site, person.id) };
    const { authorisation } = await site.ok(authoriseDeduction, { body: { officeId, employeeNumber: number } }, as);
    for (const each of matches) if (each.state === 'asked') Object.assign(each, { state: 'ended', until: null });
    const consent: Consent = {
      id: authorisation.id,
      person,
      office: officeId,
      number,
      state: 'asked',
      from: '2027-07',
      until: null,
    };
    world.consents.push(consent);
    if (random.chance(0.8)) {
      const from = random.pick(months.slice(1));
      const items = [{ id: consent.id, paper: true }];
      const body = { items, seen: true, from, reason: 'Transferred' };
      expect((await site.ok(confirmAuthorisations, { body }, office)).left).toEqual([]);
      Object.assign(consent, { state: 'confirmed', from });
      const until = months[months.indexOf(from) - 1]!;
      if (before) Object.assign(before, { state: 'ended', until });
    }
    await site.database
      .update(salaryAuthorisations)
      .set({ amount: deduction })
      .where(eq(salaryAuthorisations.id, consent.id));
  }

  async function leave() {
    const consent = picked(world.consents.filter(({ state }) => state === 'confirmed'));
    if (!consent) return;
    if (random.chance(0.5)) {
      const as = { token: await memberToken(site, consent.person.id) };
      await site.ok(withdrawAuthorisation, { params: { id: consent.id }, body: {} }, as);
      Object.assign(consent, { state: 'withdrawn', until: '2027-06' });
    } else {
      const month = random.pick(months);
      await site.ok(endAuthorisation, { body: { id: consent.id, reason: 'Retired', month } }, office);
      Object.assign(consent, { state: 'ended', until: month });
    }
  }

  async function moveState() {
    const person = random.pick(world.people);
    person.state = random.pick(states);
    await site.database.update(members).set({ state: person.state }).where(eq(members.id, person.id));
  }

  async function drop() {
    const list = picked(listsIn('open'));
    if (!list) return;
    await site.ok(dropSchedule, { params: { id: list.id } }, office);
    list.state = 'cancelled';
  }

  async function close() {
    await site.ok(closeYear, { body: { year, closed: !world.closed, reason: 'Audited' } }, office);
    world.closed = !world.closed;
  }

  const steps: [() => Promise<unknown>, number][] = [
    [send, 8],
    [decide, 7],
    [receive, 7],
    [reconcile, 4],
    [cancelSome, 3],
    [killInTheMiddle, 3],
    [payDirectly, 2],
    [refund, 1],
    [moveRow, 2],
    [transfer, 2],
    [leave, 1],
    [moveState, 2],
    [drop, 1],
    [close, 1],
  ];
  return { step: () => (world.closed && random.chance(0.4) ? close : random.weighted(steps)), listsIn, look, close };
}

/** What the site reports. */
async function reported(world: World, offices: readonly string[]) {
  const csv = (await site.call(ledgerOfYear, { query: { year, format: 'csv' } }, office)).raw.toString();
  const [head, ...lines] = csv
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.slice(1, -1).split(/"?,"?/));
  const at = (name: string) => head!.indexOf(name);
  // The receipts stand above the first empty row.
  const receipted = lines.slice(
    0,
    lines.findIndex((line) => line.every((cell) => cell === '')),
  );
  const salary = receipted.filter((line) => line[at('Mode')] === 'salary');
  const gross = (state: RegExp) =>
    salary.filter((line) => state.test(line[at('State')]!)).reduce((sum, line) => sum + Number(line[at('Amount')]), 0);
  const shares = (await site.ok(listShares, { query: { year } }, office)).data;
  const { sheets } = await readXlsx((await site.call(recognitionList, { query: { year } }, office)).raw);
  const { data: report } = await site.ok(getYearReport, { query: { year } }, office);
  const officeNames = new Map<string, string>();
  for (const id of offices) {
    const { rows } = await site.database.execute<{ name: string }>(
      sql`select name from paying_offices where id = ${id}::uuid`,
    );
    officeNames.set(rows[0]!.name, id);
  }
  const standing = [];
  for (const { id } of world.people) {
    standing.push((await site.ok(listOwnPayments, {}, { token: await memberToken(site, id) })).standing.state);
  }
  return {
    ledger: [gross(/^(received|genuine)/i), gross(/cancel/i), gross(/refund/i)],
    received: report.money.received,
    shares: Object.fromEntries(shares.map(({ state, balance }) => [state, Math.round(balance * 100)])),
    standing,
    recognition: Object.fromEntries(
      (sheets[0]!.rows as unknown[][])
        .filter(([, name]) => officeNames.has(String(name)))
        .map(([, name, count, , , amount]) => [officeNames.get(String(name)), [count, amount]]),
    ),
  };
}

const numbersOf = async () =>
  (await site.database.select({ number: receipts.number }).from(receipts).where(eq(receipts.year, year))).map(
    ({ number }) => number,
  );

for (let number = 0; number < histories; number += 1) {
  test(`history ${number + 1} of deductions agrees with the model`, { timeout: 240_000 }, async () => {
    const random = seededRandom(seed + number);
    office = { token: await confirmedToken(site) };
    const { world, offices } = await newWorld();
    const before = await reported(world, offices);
    const history = historyOf(world, offices, random);
    for (let count = 0; count < stepsOfEach; count += 1) {
      await history.step()();
    }
    if (world.closed) await history.close();
    for (const list of history.listsIn('open')) await history.look(list);
    const after = await reported(world, offices);
    const result = sums(world);
    const more = (one: Record<string, number>, other: Record<string, number>) =>
      Object.fromEntries(Object.keys(result.shares).map((key) => [key, (one[key] ?? 0) - (other[key] ?? 0)]));
    expect({
      ledger: after.ledger.map((sum, index) => sum - before.ledger[index]!),
      received: after.received - before.received,
      shares: more(after.shares, before.shares),
      standing: after.standing,
      recognition: after.recognition,
    }).toEqual(result);
    // Numbers without gaps, whatever failed.
    const rows = (await numbersOf()).sort((one, other) => one - other);
    expect(rows).toEqual(rows.map((_number, index) => index + 1));
    figure(`history ${number + 1}: ${world.entries.length} receipts, ${world.lists.length} lists`);
  });
}
