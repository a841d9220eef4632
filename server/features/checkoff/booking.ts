import { nextReference } from '#server/features/members/members.queries.ts';
import {
  askExcess,
  askOfficeExcess,
  cancelReceiptsLocked,
  dividePayments,
  receiveLocked,
} from '#server/features/payments/ledger.ts';
import { modeOf } from '#server/features/payments/payment-views.ts';
import { findViews, insertPayment, lockPayments } from '#server/features/payments/payments.queries.ts';
import { holdYears } from '#server/features/receipts/issued.queries.ts';
import { mustBeOpenOn } from '#server/features/receipts/receipt-settings.service.ts';
import { yearPayableEarly } from '#server/features/subscription/rules.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import { type LineRow, lockLines, recountBooked } from '#server/parts/bank-credits/credits.queries.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type { BookingWish } from '#shared/contracts/schedules.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { financialYearOf, monthInWords, nextFinancialYear } from '#shared/financial-year.ts';
import { formatExactRupees } from '#shared/money.ts';
import { type JudgedRow, judgeRows } from './judging.ts';
import { findOfficesById } from './offices.queries.ts';
import * as queries from './schedules.queries.ts';

// Schedules and their money: all rows of a remittance are booked in one transaction, or none.

/** The rows of a schedule as they stand at this moment. */
export async function judgeSchedule(
  db: Readable,
  { id, officeId, month }: queries.ScheduleRecord,
  rows: readonly queries.RowRecord[],
): Promise<JudgedRow[]> {
  const period = financialYearOf(`${month}-01`);
  const nextPeriod = nextFinancialYear(period);
  const keys = [...new Set(rows.map(({ employeeKey }) => employeeKey).filter((key) => key !== ''))];
  const ids = rows.flatMap(({ authorisationId }) => authorisationId ?? []);
  const authorisations = await queries.findJudgedAuthorisations(db, officeId, keys, ids);
  const people = [...new Set(authorisations.map(({ memberId }) => memberId))];
  const payments = await queries.findJudgedPayments(db, people, [period, nextPeriod]);
  const settings = await findSubscription(db);
  const nextAmount = yearPayableEarly(settings, clock.today()) === nextPeriod ? settings.amount : null;
  const elsewhere = await queries.findElsewhere(db, id, month);
  return judgeRows(rows, { officeId, month, period, nextPeriod, authorisations, payments, elsewhere, nextAmount });
}

export const scheduleMissing = () => new AppError('NOT_FOUND', 'This schedule was not found.');
export const notOpen = () => new AppError('WRONG_STATE', 'This schedule was received or dropped already.');

export const changed = (code: 'RECORD_CHANGED' | 'NOT_SURE', rows: number[]) =>
  new AppError(
    code,
    code === 'NOT_SURE'
      ? 'Some rows have to be booked, left out or given to the paying office first.'
      : 'Some rows have changed since you read the schedule. Please read them again.',
    { rows },
  );

export const amountDiffers = (difference: number) =>
  new AppError('AMOUNT_DIFFERS', `The sums differ by ${formatExactRupees(Math.abs(difference) / 100)}.`, {
    difference: difference / 100,
  });

const sumOf = (schedules: readonly { sum: number }[]) => schedules.reduce((sum, each) => sum + each.sum, 0);

/** The day of a line for the ledger: a bank may date a credit in the future. */
const receivedOn = (day: string) => (day > clock.today() ? clock.today() : day);

/** Locks the lines of a wish. @throws NOT_FOUND, LINE_USED, WRONG_STATE */
async function lockWished(tx: Transaction, lines: readonly string[]): Promise<LineRow[]> {
  const locked = await lockLines(tx, undefined, lines);
  return lines.map((id) => {
    const line = orNotFound(locked.get(id), 'This line of the statement');
    if (line.booked > 0) throw new AppError('LINE_USED', serverMessages.lineUsed);
    if (line.withdrawn || line.dismissedAt !== null) throw new AppError('WRONG_STATE', serverMessages.lineNotRead);
    return line;
  });
}

/** Rows that cannot be booked now: they were to be looked at, or have changed since. @throws NOT_SURE, RECORD_CHANGED */
function mustBePlanned(judged: readonly { rows: JudgedRow[]; seen: Map<number, unknown> }[]): void {
  const open = judged.flatMap(({ rows, seen }) =>
    rows
      .filter(({ plan }) => plan === null)
      .map((each) => ({ row: each.row.row, isNew: (seen.get(each.row.row) ?? null) === null })),
  );
  if (open.length === 0) return;
  const since = open.filter(({ isNew }) => isNew);
  throw since.length > 0
    ? changed(
        'RECORD_CHANGED',
        since.map(({ row }) => row),
      )
    : changed(
        'NOT_SURE',
        open.map(({ row }) => row),
      );
}

/**
 * Books schedules with their money in one transaction: payments, receipts, shares and mails of all rows, or nothing.
 * @returns how many payments were received
 * @throws WRONG_STATE, LINE_USED, AMOUNT_DIFFERS, NOT_SURE, RECORD_CHANGED, YEAR_CLOSED, NOT_FOUND
 */
export async function bookSchedules(tx: Transaction, wish: BookingWish, by: string): Promise<number> {
  const ids = [...new Set(wish.schedules)].sort();
  // Years before records, as all who date something.
  const day = wish.receivedOn;
  await mustBeOpenOn(tx, day);
  await holdYears(tx, [financialYearOf(clock.today())]);
  const schedules = await queries.lockSchedules(tx, ids);
  if (schedules.length < ids.length) throw scheduleMissing();
  if (schedules.some(({ state }) => state !== 'open' && state !== 'booking')) {
    throw notOpen();
  }
  const loaded = [];
  for (const schedule of schedules) loaded.push({ schedule, rows: await queries.findRows(tx, schedule.id) });
  const first = [];
  for (const { schedule, rows } of loaded) first.push(await judgeSchedule(tx, schedule, rows));
  const involved = first
    .flat()
    .flatMap(({ plan }) =>
      plan?.kind === 'pay' ? [plan.paymentId, plan.nextPaymentId].flatMap((id) => id ?? []) : [],
    );
  await lockPayments(tx, [...new Set(involved)]);
  if (sumOf(schedules) === 0)
    throw new AppError('WRONG_STATE', 'All rows of this list are left out: there is no money to receive.');
  if (wish.amount !== undefined && sumOf(schedules) !== Math.round(wish.amount * 100))
    throw changed('RECORD_CHANGED', []);
  const lines = await lockWished(tx, wish.lines);
  if (lines.length > 0) {
    const difference = lines.reduce((sum, { amount }) => sum + amount, 0) - sumOf(schedules);
    if (difference !== 0) throw amountDiffers(difference);
  }
  // Again under the locks: what agreed when it was shown may have been paid since.
  const judged = [];
  for (const { schedule, rows } of loaded) {
    const reasons = new Map(rows.map((each) => [each.row, each.seenReason]));
    judged.push({ schedule, stored: rows, rows: await judgeSchedule(tx, schedule, rows), seen: reasons });
  }
  mustBePlanned(judged);
  const remittance = await queries.insertRemittance(tx, {
    amount: sumOf(schedules) / 100,
    mode: wish.mode,
    number: wish.number,
    receivedOn: day,
    by,
  });
  await queries.addRemittanceLines(tx, remittance.id, lines);
  await recountBooked(
    tx,
    lines.map(({ id }) => id),
  );
  const offices = await findOfficesById(
    tx,
    schedules.map(({ officeId }) => officeId),
  );
  let received = 0;
  for (const [index, { schedule, stored, rows: asRead, seen }] of judged.entries()) {
    const office = offices.get(schedule.officeId)!;
    // What the lists before it have booked of the same people is no longer due.
    const rows = index === 0 ? asRead : await judgeSchedule(tx, schedule, stored);
    mustBePlanned([{ rows, seen }]);
    const booked = await makePayments(tx, schedule, rows, office);
    received += await receiveAll(tx, schedule, office.name, booked.ids, remittance, by);
    await queries.saveBooked(tx, schedule.id, booked.rows);
    const note = `${monthInWords(schedule.month)}, ${booked.ids.length} payments`;
    await writeLog(tx, {
      kind: 'decision',
      by,
      subject: office.name,
      action: 'received the deductions from salaries',
      note,
    });
  }
  await queries.updateSchedules(tx, ids, {
    state: 'received',
    remittanceId: remittance.id,
    wish: null,
    failure: '',
  });
  return received;
}

/** Divides, asks for and finds the payments of a schedule's rows. @returns their ids, those of excess last */
async function makePayments(
  tx: Transaction,
  { month }: queries.ScheduleRecord,
  rows: readonly JudgedRow[],
  office: { name: string },
) {
  const parts: { id: string; came: number }[] = [];
  const ids: string[] = [];
  const excesses: string[] = [];
  const booked: Parameters<typeof queries.saveBooked>[2][number][] = [];
  const nextPeriod = nextFinancialYear(financialYearOf(`${month}-01`));
  for (const { row, plan, payment, authorisation } of rows) {
    if (plan === null || plan.kind === 'leftOut') continue;
    const of = { row: row.row, authorisationId: authorisation?.id ?? null };
    if (plan.kind === 'office') {
      const { id } = await askOfficeExcess(tx, office.name, plan.amount);
      excesses.push(id);
      booked.push({ ...of, authorisationId: null, paymentId: null, excessPaymentId: id });
      continue;
    }
    if (plan.paymentId !== null) {
      ids.push(plan.paymentId);
      if (plan.amount < payment!.amount) parts.push({ id: plan.paymentId, came: plan.amount });
    }
    let beyond: string | null = null;
    if (plan.overTo === 'excess') beyond = (await askExcess(tx, { id: plan.memberId }, plan.over, plan.paymentId)).id;
    if (plan.overTo === 'next') beyond = await nextYears(tx, plan, nextPeriod, parts);
    if (beyond !== null) excesses.push(beyond);
    booked.push({ ...of, paymentId: plan.paymentId, excessPaymentId: beyond });
  }
  const partOf = await dividePayments(tx, parts);
  return {
    ids: [...ids, ...excesses].map(partOf),
    rows: booked.map(({ paymentId, excessPaymentId, ...row }) => ({
      ...row,
      paymentId: paymentId && partOf(paymentId),
      excessPaymentId: excessPaymentId && partOf(excessPaymentId),
    })),
  };
}

/** The next year's subscription, which gets the rupees that are more than this year's. */
async function nextYears(
  tx: Transaction,
  { memberId, nextPaymentId, over }: { memberId: string; nextPaymentId: string | null; over: number },
  period: string,
  parts: { id: string; came: number }[],
): Promise<string> {
  const nextPayment = nextPaymentId === null ? undefined : (await findViews(tx, [nextPaymentId]))[0]?.payment;
  const payment =
    nextPayment ??
    (await insertPayment(tx, {
      memberId,
      reference: await nextReference(tx),
      purpose: 'annual',
      period,
      amount: (await findSubscription(tx)).amount,
    }));
  if (over < payment.amount) parts.push({ id: payment.id, came: over });
  return payment.id;
}

async function receiveAll(
  tx: Transaction,
  { month }: queries.ScheduleRecord,
  office: string,
  ids: readonly string[],
  remittance: queries.RemittanceRecord,
  by: string,
): Promise<number> {
  const views = new Map((await findViews(tx, [...ids])).map((view) => [view.payment.id, view]));
  const inOrder = ids.flatMap((id) => views.get(id) ?? []);
  await receiveLocked(tx, inOrder, remittance.receivedOn, by, 'salary', undefined, {
    number: remittance.number,
    mode: remittance.mode,
    office,
    month,
  });
  return inOrder.length;
}

/** Links the credit of a remittance that was received by hand: no payment and no receipt arises. @throws AMOUNT_DIFFERS, WRONG_STATE, LINE_USED, NOT_FOUND */
export async function linkLines(
  tx: Transaction,
  scheduleIds: readonly string[],
  lineIds: readonly string[],
): Promise<void> {
  const schedules = await queries.lockSchedules(tx, scheduleIds);
  const [remittanceId] = new Set(schedules.map((each) => each.remittanceId));
  const isOne = new Set(schedules.map((each) => each.remittanceId)).size === 1;
  if (!remittanceId || !isOne || (await queries.findRemittanceLines(tx, remittanceId)).length > 0) {
    throw new AppError('WRONG_STATE', 'This schedule was received already.');
  }
  const remittance = (await queries.findRemittance(tx, remittanceId))!;
  const lines = await lockWished(tx, lineIds);
  const difference = lines.reduce((sum, { amount }) => sum + amount, 0) - remittance.amount * 100;
  if (difference !== 0) throw amountDiffers(difference);
  await queries.addRemittanceLines(tx, remittanceId, lines);
  await recountBooked(tx, lineIds);
}

/** What a wish with lines says of day, mode and number. */
export function wishOfLines(schedules: string[], lines: readonly LineRow[]): BookingWish {
  const last = lines.toSorted((one, other) => one.date.localeCompare(other.date)).at(-1)!;
  return {
    schedules,
    lines: lines.map(({ id }) => id),
    receivedOn: receivedOn(last.date),
    mode: modeOf(last.narration),
    number: last.utr,
  };
}

/** Cancels the receipts of these payments, which are whole and due again. @throws WRONG_STATE with the names of refunded ones, YEAR_CLOSED */
async function takeBack(tx: Transaction, paymentIds: readonly string[], reason: string): Promise<void> {
  const views = await lockPayments(tx, [...paymentIds]);
  const refunded = views.filter(({ payment }) => payment.state === 'refunded');
  if (refunded.length > 0) {
    const names = refunded.map(({ member, payment }) => member?.name ?? payment.reference).join(', ');
    throw new AppError('WRONG_STATE', `Money was sent back already: ${names}.`);
  }
  await cancelReceiptsLocked(tx, views, reason);
}

/** Cancels the remittance of a schedule: all its receipts; its lines and schedules are open again. @returns the schedules @throws WRONG_STATE, YEAR_CLOSED, NOT_FOUND */
export async function cancelRemittance(
  tx: Transaction,
  scheduleId: string,
  reason: string,
  by: string,
): Promise<string[]> {
  const schedule = orNotFound(await queries.findSchedule(tx, scheduleId), 'This schedule');
  const notReceived = () => new AppError('WRONG_STATE', 'This schedule is not received.');
  if (schedule.remittanceId === null) throw notReceived();
  const remittance = await queries.findRemittance(tx, schedule.remittanceId);
  if (!remittance) throw notReceived();
  await mustBeOpenOn(tx, remittance.receivedOn);
  await mustBeOpenOn(tx, clock.today());
  const together = (await queries.findSchedulesOfRemittance(tx, remittance.id)).map(({ id }) => id);
  const schedules = await queries.lockSchedules(tx, together);
  // Somebody else may have cancelled it between these reads.
  if (!together.includes(scheduleId)) throw notReceived();
  if (schedules.some((each) => each.state !== 'received' || each.remittanceId !== remittance.id)) {
    throw new AppError('WRONG_STATE', 'This schedule was changed a moment ago.');
  }
  const booked: string[] = [];
  for (const { id } of schedules) {
    for (const { paymentId, excessPaymentId } of await queries.findRows(tx, id)) {
      booked.push(...[paymentId, excessPaymentId].flatMap((each) => each ?? []));
    }
  }
  const lines = await queries.findRemittanceLines(tx, remittance.id);
  await takeBack(tx, booked, reason);
  await lockLines(tx, undefined, lines);
  await queries.clearBooked(tx, together);
  await queries.updateSchedules(tx, together, { state: 'open', remittanceId: null });
  await queries.deleteRemittance(tx, remittance.id);
  await recountBooked(tx, lines);
  const offices = await findOfficesById(
    tx,
    schedules.map(({ officeId }) => officeId),
  );
  for (const { officeId, month } of schedules) {
    const action = 'cancelled the receipts of deductions from salaries';
    await writeLog(tx, {
      kind: 'decision',
      by,
      subject: offices.get(officeId)!.name,
      action,
      note: `${monthInWords(month)}: ${reason}`,
    });
  }
  return together;
}

/** Gives one row of a received schedule to somebody else: the receipt is cancelled, and the next number has the same day and sum. @throws WRONG_STATE, YEAR_CLOSED, RECORD_CHANGED */
export async function moveRow(
  tx: Transaction,
  schedule: queries.ScheduleRecord,
  row: queries.RowRecord,
  authorisationId: string,
  reason: string,
  by: string,
): Promise<void> {
  const remittance = (await queries.findRemittance(tx, schedule.remittanceId!))!;
  await mustBeOpenOn(tx, remittance.receivedOn);
  await mustBeOpenOn(tx, clock.today());
  const judge = async () => {
    const booked = { ...row, authorisationId, decision: 'book' as const };
    return (await judgeSchedule(tx, schedule, [booked]))[0]!;
  };
  const target = await judge();
  const ids = [row.paymentId, row.excessPaymentId].flatMap((id) => id ?? []);
  // All of both people before one is changed, so that locks are taken in one order.
  await lockPayments(tx, [...ids, ...(target.payment ? [target.payment.id] : [])]);
  await takeBack(tx, ids, reason);
  const again = await judge();
  if (again.plan?.kind !== 'pay')
    throw new AppError(
      'WRONG_STATE',
      'This row cannot be booked for this person as it stands. Please cancel the remittance, and decide about the row then.',
    );
  const office = (await findOfficesById(tx, [schedule.officeId])).get(schedule.officeId)!;
  const booked = await makePayments(tx, schedule, [again], office);
  await receiveAll(tx, schedule, office.name, booked.ids, remittance, by);
  await queries.updateRow(tx, schedule.id, row.row, { authorisationId, decision: 'book', decisionReason: reason });
  await queries.saveBooked(tx, schedule.id, booked.rows);
}

/** Notes how the rows stand, so that a later press knows what has changed since. */
export async function noteSeen(tx: Transaction, scheduleId: string): Promise<void> {
  const schedule = (await queries.findSchedule(tx, scheduleId))!;
  const judged = await judgeSchedule(tx, schedule, await queries.findRows(tx, scheduleId));
  await queries.saveSeenReasons(
    tx,
    scheduleId,
    judged.map(({ row, reason, plan }) => ({ row: row.row, reason: plan ? null : (reason ?? 'AMOUNT_DIFFERS') })),
  );
}
