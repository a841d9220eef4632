import { createHash } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { mustStillHave, tellOfStoppedWork } from '#server/features/auth/acting.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { findMappings, saveMapping } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { openSpreadsheet } from '#server/platform/spreadsheets/open-spreadsheet.ts';
import type { SheetRow } from '#server/platform/spreadsheets/spreadsheet.ts';
import { clock } from '#shared/clock.ts';
import { checkoffTexts } from '#shared/contracts/checkoff.ts';
import {
  type BookingWish,
  type rowDecisions,
  type Schedule,
  type ScheduleHead,
  type ScheduleRowShown,
  scheduleRowsAtMost,
} from '#shared/contracts/schedules.ts';
import { plainDigits } from '#shared/digits.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { addMonths, monthInWords } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import {
  findAuthorisations,
  findTakenNumbers,
  insertAuthorisation,
  lockAuthorisations,
  updateAuthorisations,
} from './authorisations.queries.ts';
import { bookSchedules, cancelRemittance, changed, judgeSchedule, moveRow, notOpen } from './booking.ts';
import { isAlike, type JudgedRow } from './judging.ts';
import { findCheckoffSettings, findOffice, findOfficesById, lockOffices, type OfficeRow } from './offices.queries.ts';
import { shownOffice } from './offices.service.ts';
import {
  isUnclear,
  type ReadSchedule,
  readSchedule,
  rowOf,
  type ScheduleRow,
  type UnclearSchedule,
} from './read-schedule.ts';
import { sparedUntil, withoutZeros } from './reckoning.ts';
import { type Expected, fieldsOfColumns, type ScheduleColumns } from './schedule-columns.ts';
import * as queries from './schedules.queries.ts';

const called = 'This schedule';
/** A longer list is booked by a job, so that the call does not wait for it. */
const rowsInCall = 400;
export const bookKind = 'bookSalarySchedules';

const fileLimits = {
  fileBytes: limits.fileBytes,
  unpackedBytes: 100 * 1024 * 1024,
  rows: scheduleRowsAtMost + 2_000,
  headRows: 60,
  columns: 100,
  cellLength: 5_000,
};

const wrongState = (message: string) => new AppError('WRONG_STATE', message);
const invalid = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });
const noList = () =>
  new AppError(
    'UNSUPPORTED_FILE',
    'No list of employee numbers, names and amounts was found in this file. Please save it as CSV or Excel with these headings, or type its rows.',
    { fields: { file: 'No list of employee numbers, names and amounts was found.' } },
  );

const rupees = (paise: number) => paise / 100;

interface ScheduleInput {
  officeId: string;
  month: string;
  rows?: { employeeNumber: string; name: string; amount: number | string }[] | undefined;
  like?: 'last' | undefined;
  mapping?: ScheduleColumns | undefined;
}

/** Whether a sheet is that of a month, by the words of its name: July 2026, Jul-26, 07-2026. */
function isOfMonth(sheet: string, month: string): boolean {
  const [year = '', number = ''] = month.split('-');
  const name = (monthInWords(month).split(' ')[0] ?? '').toLowerCase();
  const words = plainDigits(sheet.toLowerCase()).match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const years = words.filter((word) => /^(?:20)?\d\d$/.test(word));
  const isYear = (word: string | undefined) => word === year || word === year.slice(2);
  const isNamed = words.some(
    (word) => word === name || (word.length >= 3 && word.length <= 4 && name.startsWith(word)),
  );
  if (isNamed) return years.length === 0 || years.some(isYear);
  return words.some((word, index) => Number(word) === Number(number) && words[index + 1] === year);
}

/** Reads the list of a file: of several sheets with one that of the month, else the first. @throws COLUMNS_UNCLEAR */
async function readFile(
  path: string,
  month: string,
  read: (rows: readonly SheetRow[]) => ReadSchedule | UnclearSchedule | null,
  gone: AbortSignal,
): Promise<ReadSchedule> {
  const file = await openSpreadsheet(path, fileLimits, gone);
  try {
    const sheets: { name: string; list: ReadSchedule | UnclearSchedule }[] = [];
    const others: string[] = [];
    const sheetNames = file.sheets.filter((name) => isOfMonth(name, month));
    for (const [index, name] of file.sheets.entries()) {
      if (sheetNames.length > 0 && !sheetNames.includes(name)) {
        others.push(name);
        continue;
      }
      const rows: SheetRow[] = [];
      for await (const batch of file.rows(index)) rows.push(...batch);
      const list = read(rows);
      if (list) sheets.push({ name, list });
    }
    const [first, ...more] = sheets;
    if (!first) throw noList();
    if (isUnclear(first.list)) {
      const { columns } = first.list;
      throw new AppError('COLUMNS_UNCLEAR', 'Please say which columns of this list hold what was deducted.', {
        columns,
      });
    }
    others.push(...more.map(({ name }) => name));
    const left = others.map((name) => ({ row: 0, text: name, reason: 'This sheet was not read.' }));
    return { ...first.list, unread: [...first.list.unread, ...left] };
  } finally {
    await file.close();
  }
}

function readTyped(typedRows: NonNullable<ScheduleInput['rows']>): ReadSchedule {
  const rows: ScheduleRow[] = [];
  const unread: ReadSchedule['unread'] = [];
  for (const [index, each] of typedRows.entries()) {
    const read = rowOf(index + 1, each);
    if ('reason' in read) unread.push(read);
    else rows.push(read);
  }
  return { rows, unread, total: null, key: '' };
}

/** Lists of deductions: read, looked through, decided and booked. */
export function createSchedulesService({ database, jobs }: Pick<Core, 'database' | 'jobs'>) {
  function headOf(
    schedule: queries.ScheduleRecord,
    office: OfficeRow,
    remittance: queries.RemittanceRecord | undefined,
  ): ScheduleHead {
    const { id, month, state, rowCount, sum, total, failure, createdAt } = schedule;
    return {
      id,
      office: shownOffice(office),
      month,
      state,
      rows: rowCount,
      sum: rupees(sum),
      total: total === null ? null : rupees(total),
      failure,
      remittance: remittance
        ? {
            mode: remittance.mode,
            number: remittance.number,
            receivedOn: remittance.receivedOn,
            amount: remittance.amount,
          }
        : null,
      createdAt: createdAt.toISOString(),
    };
  }

  function shownRow(
    { row, reason, authorisation, payment }: JudgedRow,
    stored: queries.RowRecord,
    isReceived: boolean,
  ): ScheduleRowShown {
    const bookedTo = stored.paymentId ?? stored.excessPaymentId;
    return {
      row: row.row,
      employeeNumber: row.employeeNumber,
      name: row.name,
      amount: rupees(row.amount),
      reason: row.decision === 'leftOut' ? stored.decisionReason : isReceived ? null : reason,
      as: row.decision,
      authorisation: authorisation && {
        id: authorisation.id,
        state: authorisation.state,
        office: authorisation.officeName,
        from: authorisation.from,
        until: authorisation.until,
        amount: authorisation.amount,
      },
      directory: authorisation && { id: authorisation.memberId, name: authorisation.memberName },
      payment: isReceived
        ? bookedTo === null
          ? null
          : { id: bookedTo, amount: rupees(row.amount), state: 'received' }
        : payment && { id: payment.id, amount: payment.amount, state: payment.state },
    };
  }

  /** @throws NOT_FOUND */
  async function get(id: string): Promise<Schedule> {
    const schedule = orNotFound(await queries.findSchedule(database, id), called);
    const office = (await findOffice(database, schedule.officeId))!;
    const remittance = schedule.remittanceId
      ? await queries.findRemittance(database, schedule.remittanceId)
      : undefined;
    const rows = await queries.findRows(database, id);
    const stored = new Map(rows.map((row) => [row.row, row]));
    const judged = await judgeSchedule(database, schedule, rows);
    const isReceived = schedule.state === 'received';
    const of = (test: (each: JudgedRow) => boolean) =>
      judged.filter(test).map((each) => shownRow(each, stored.get(each.row.row)!, isReceived));
    const isLeft = ({ row }: JudgedRow) => row.decision === 'leftOut';
    const agrees = (each: JudgedRow) => !isLeft(each) && (isReceived || each.plan !== null);
    const dropped = schedule.dropped.map(({ row, name, reason }) => ({
      row,
      employeeNumber: '',
      name,
      amount: 0,
      reason,
      as: 'leftOut' as const,
      authorisation: null,
      directory: null,
      payment: null,
    }));
    return {
      ...headOf(schedule, office, remittance),
      agrees: of(agrees),
      toLook: of((each) => !isLeft(each) && !agrees(each)),
      left: [...of(isLeft), ...dropped],
      unread: schedule.unread,
    };
  }

  async function list({ page, ...filter }: queries.ScheduleFilter & { page: number }) {
    const { rows, total } = await queries.listSchedules(database.reader, filter, page);
    const data = [];
    for (const { schedule, office } of rows) {
      const remittance = schedule.remittanceId
        ? await queries.findRemittance(database.reader, schedule.remittanceId)
        : undefined;
      data.push(headOf(schedule, office, remittance));
    }
    return { data, pagination: paginationOf(page, total) };
  }

  /** The rows of the last received list whose people are authorised today, and who is left out. @throws WRONG_STATE without such a list */
  async function likeLast(officeId: string, month: string) {
    const last = await queries.findLastReceived(database, officeId, month);
    if (!last) throw wrongState('No schedule of this paying office was received before this month.');
    const before = (await queries.findRows(database, last.id)).filter(
      ({ decision }) => decision !== 'leftOut' && decision !== 'office',
    );
    const judged = await judgeSchedule(
      database,
      { ...last, id: '00000000-0000-0000-0000-000000000000', month },
      before.map((row) => ({ ...row, decision: null })),
    );
    const holds = ({ authorisation }: JudgedRow) =>
      authorisation !== null &&
      authorisation.officeId === officeId &&
      authorisation.from <= month &&
      (authorisation.state === 'confirmed' || (authorisation.until !== null && month <= authorisation.until));
    const matches = judged.filter(holds);
    const dropped = judged
      .filter((each) => !holds(each))
      .map(({ row, authorisation }) => ({
        row: row.row,
        name: row.name,
        reason: authorisation ? `The authorisation is ${authorisation.state}.` : 'There is no authorisation.',
      }));
    const rows = matches.map(({ row: { row, employeeNumber, employeeKey, name, amount }, authorisation }) => {
      const { employeeKey: ownKey, memberName } = authorisation!;
      const isOwn = withoutZeros(employeeKey) === withoutZeros(ownKey);
      return {
        row,
        // A row that was given to somebody else has the number and the name of the wrong person.
        ...(isOwn ? { employeeNumber, employeeKey } : { employeeNumber: ownKey, employeeKey: ownKey }),
        name: isOwn && isAlike(name, memberName) ? name : memberName,
        amount,
      };
    });
    return { rows, unread: [], total: null, key: '', dropped };
  }

  /** What a list of a paying office is likely to hold. */
  async function expectedAt(officeId: string): Promise<Expected> {
    const authorisations = await queries.findJudgedAuthorisations(database, officeId, [], []);
    return {
      numbers: new Set(authorisations.map(({ employeeKey }) => withoutZeros(employeeKey))),
      amounts: new Set(authorisations.map(({ amount }) => amount * 100)),
    };
  }

  /**
   * Reads a list; the same rows again are the same schedule.
   * @throws VALIDATION, UNSUPPORTED_FILE, TOO_LARGE, WRONG_STATE, COLUMNS_UNCLEAR
   */
  async function send(
    { officeId, month, rows, like, mapping }: ScheduleInput,
    path: string | undefined,
    by: string,
    gone: AbortSignal,
  ): Promise<Schedule> {
    const office = await findOffice(database, officeId);
    if (!office) throw invalid('officeId', checkoffTexts.unknownOffice);
    if ([path, rows, like].filter((each) => each !== undefined).length !== 1) {
      throw invalid('rows', checkoffTexts.rows);
    }
    const expected = await expectedAt(officeId);
    const mappings = await findMappings(database);
    const read = path
      ? {
          ...(await readFile(path, month, (sheet) => readSchedule(sheet, expected, mapping, mappings), gone)),
          dropped: [],
        }
      : rows
        ? { ...readTyped(rows), dropped: [] }
        : await likeLast(officeId, month);
    if (read.rows.length > scheduleRowsAtMost)
      throw new AppError('TOO_LARGE', 'A list has 5,000 rows at most. Please split it.');
    if (read.rows.length === 0 && read.unread.length === 0)
      throw path ? noList() : wrongState('Nobody of the last list is authorised for this month.');
    const rowsHash = createHash('sha256')
      .update(JSON.stringify(read.rows.map(({ employeeKey, name, amount }) => [employeeKey, name, amount])))
      .digest('base64url');
    const sameScheduleId = await queries.findSameSchedule(database, officeId, month, rowsHash);
    if (sameScheduleId) return get(sameScheduleId);
    let id: string;
    try {
      id = await database.transaction(async (tx) => {
        const scheduleId = await queries.insertSchedule(
          tx,
          {
            officeId,
            month,
            rowsHash,
            rowCount: read.rows.length,
            sum: read.rows.reduce((sum, { amount }) => sum + amount, 0),
            total: read.total,
            unread: read.unread.slice(0, 2_000),
            dropped: read.dropped,
            by,
          },
          read.rows,
        );
        if (mapping) await saveMapping(tx, read.key, fieldsOfColumns(mapping));
        await noteSeen(tx, scheduleId);
        const note = `${monthInWords(month)}, ${read.rows.length} rows`;
        await writeLog(tx, {
          kind: 'member',
          by,
          subject: office.name,
          action: 'read a list of deductions from salaries',
          note,
        });
        return scheduleId;
      });
    } catch (error) {
      // Two presses at once.
      if ((innermostError(error) as { constraint?: string }).constraint !== 'salary_schedules_same') throw error;
      id = (await queries.findSameSchedule(database, officeId, month, rowsHash))!;
    }
    return get(id);
  }

  /** Notes how the rows stand, so that a later press knows what has changed since. */
  async function noteSeen(tx: Transaction, scheduleId: string): Promise<void> {
    const schedule = (await queries.findSchedule(tx, scheduleId))!;
    const judged = await judgeSchedule(tx, schedule, await queries.findRows(tx, scheduleId));
    await queries.saveSeenReasons(
      tx,
      scheduleId,
      judged.map(({ row, reason, plan }) => ({ row: row.row, reason: plan ? null : (reason ?? 'AMOUNT_DIFFERS') })),
    );
  }

  /**
   * Decides about a row.
   * @throws NOT_FOUND, WRONG_STATE, RECORD_CHANGED, YEAR_CLOSED, AMOUNT_DIFFERS
   */
  async function decide(
    {
      scheduleId,
      row: number,
      as,
      authorisationId,
      move,
      reason,
    }: {
      scheduleId: string;
      row: number;
      as: (typeof rowDecisions)[number];
      authorisationId?: string | undefined;
      move: boolean;
      reason: string;
    },
    by: string,
  ): Promise<Schedule> {
    await database.transaction(async (tx) => {
      const schedule = orNotFound((await queries.lockSchedules(tx, [scheduleId]))[0], called);
      const rows = await queries.findRows(tx, scheduleId);
      const row = orNotFound(
        rows.find((each) => each.row === number),
        'This row',
      );
      const office = (await findOffice(tx, schedule.officeId))!;
      if (schedule.state === 'received' && as === 'book' && authorisationId) {
        if (row.paymentId === null && row.excessPaymentId === null)
          throw wrongState('The money of this row has not come: it was left out. Please read it in another list.');
        await mustBeHere(tx, authorisationId, schedule.officeId);
        await moveRow(tx, schedule, row, authorisationId, reason, by);
      } else {
        if (schedule.state !== 'open') throw wrongState('The rows of this schedule can no longer be decided.');
        let chosenId = authorisationId ?? null;
        if (chosenId !== null && move) chosenId = await moveHere(tx, chosenId, schedule, row, office, by);
        if (chosenId !== null) await mustBeHere(tx, chosenId, schedule.officeId);
        await queries.updateRow(tx, scheduleId, number, {
          decision: as,
          decisionReason: reason,
          authorisationId: chosenId ?? (as === 'book' || as === 'excess' ? row.authorisationId : null),
        });
        await queries.recountSum(tx, scheduleId);
        const judged = await judgeSchedule(tx, schedule, await queries.findRows(tx, scheduleId));
        const decided = judged.find((each) => each.row.row === number)!;
        if (decided.plan === null) {
          if (decided.reason === 'AMOUNT_DIFFERS')
            throw new AppError('AMOUNT_DIFFERS', 'More was deducted than is left. Book what is too much for a refund.');
          throw wrongState(
            'This row cannot be booked so. Please choose whose it is, leave it out, or give it to the paying office.',
          );
        }
        await noteSeen(tx, scheduleId);
      }
      const note = `${monthInWords(schedule.month)}, row ${number}: ${reason}`;
      await writeLog(tx, {
        kind: 'decision',
        by,
        subject: office.name,
        action: 'decided about a row of deductions',
        to: as,
        note,
      });
    });
    return get(scheduleId);
  }

  /** @throws WRONG_STATE for an authorisation of another paying office, NOT_FOUND */
  async function mustBeHere(tx: Transaction, authorisationId: string, officeId: string): Promise<void> {
    const view = orNotFound((await findAuthorisations(tx, [authorisationId]))[0], 'This authorisation');
    if (view.row.officeId !== officeId || !view.member)
      throw wrongState('This authorisation is of another paying office.');
  }

  /** Moves an authorisation to the paying office of a schedule, from its month on. @returns the new one @throws WRONG_STATE, NOT_FOUND */
  async function moveHere(
    tx: Transaction,
    id: string,
    schedule: queries.ScheduleRecord,
    row: queries.RowRecord,
    office: OfficeRow,
    by: string,
  ): Promise<string> {
    await lockOffices(tx, [office.id]);
    const view = orNotFound((await lockAuthorisations(tx, [id]))[0], 'This authorisation');
    const { row: before, member } = view;
    if (before.state !== 'confirmed' || !member) throw wrongState('Only a confirmed authorisation can be moved.');
    if (before.officeId === office.id) return id;
    const employeeKey = row.employeeKey || before.employeeKey;
    const holderId = (await findTakenNumbers(tx, office.id, [employeeKey])).get(employeeKey);
    if (holderId !== undefined && holderId !== member.id) throw wrongState(serverMessages.numberTaken);
    const now = clock.now();
    const until = addMonths(schedule.month, -1);
    await updateAuthorisations(tx, [id], { state: 'ended', reason: 'transferred', until, endedAt: now });
    const settings = await findCheckoffSettings(tx);
    const moved = await insertAuthorisation(tx, {
      memberId: member.id,
      state: 'confirmed',
      officeId: office.id,
      employeeNumber: row.employeeNumber || before.employeeNumber,
      employeeKey,
      amount: before.amount,
      from: schedule.month,
      letter: before.letter,
      onPaper: before.onPaper || before.signedFile !== null,
      sparedUntil: sparedUntil(settings, schedule.month),
      confirmedAt: now,
      confirmedBy: by,
    });
    const action = 'moved the deduction from the salary to another paying office';
    await writeLog(tx, { kind: 'decision', by, subject: member.reference, action, memberId: member.id });
    return moved;
  }

  /** @throws NOT_FOUND, WRONG_STATE */
  async function drop(id: string, by: string): Promise<void> {
    await database.transaction(async (tx) => {
      const schedule = orNotFound((await queries.lockSchedules(tx, [id]))[0], called);
      if (schedule.state !== 'open') throw wrongState('Only a schedule that is open can be dropped.');
      await queries.updateSchedules(tx, [id], { state: 'cancelled' });
      const office = (await findOfficesById(tx, [schedule.officeId])).get(schedule.officeId)!;
      const action = 'dropped a list of deductions from salaries';
      await writeLog(tx, { kind: 'decision', by, subject: office.name, action, note: monthInWords(schedule.month) });
    });
  }

  /** After a press that found rows changed they count as shown. */
  async function noteRefusal(error: unknown, schedules: readonly string[]): Promise<void> {
    if (!(error instanceof AppError) || error.code !== 'RECORD_CHANGED') return;
    await database.transaction(async (tx) => {
      for (const { id } of await queries.lockSchedules(tx, schedules)) await noteSeen(tx, id);
    });
  }

  /**
   * Books schedules with their money: at once, or by a job where they are long.
   * @returns the job, or null once they are booked
   * @throws as {@link bookSchedules}
   */
  async function book(wish: BookingWish, by: string): Promise<{ received: number; job: string | null }> {
    const sameScheduleId = await queries.findSchedules(database, wish.schedules);
    if (sameScheduleId.reduce((sum, { rowCount }) => sum + rowCount, 0) <= rowsInCall) {
      try {
        return { received: await database.transaction((tx) => bookSchedules(tx, wish, by)), job: null };
      } catch (error) {
        await noteRefusal(error, wish.schedules);
        throw error;
      }
    }
    const job = await database.transaction(async (tx) => {
      const schedules = await queries.lockSchedules(tx, wish.schedules);
      if (schedules.some(({ state }) => state !== 'open')) throw notOpen();
      const open = [];
      for (const schedule of schedules) {
        const judged = await judgeSchedule(tx, schedule, await queries.findRows(tx, schedule.id));
        open.push(...judged.filter(({ plan }) => plan === null).map(({ row }) => row.row));
      }
      if (open.length > 0) throw changed('NOT_SURE', open);
      const jobId = await jobs.begin(tx, { kind: bookKind, by, data: wish, items: { count: 1 } });
      await queries.updateSchedules(tx, wish.schedules, { state: 'booking', jobId, wish, failure: '' });
      return jobId;
    });
    return { received: 0, job };
  }

  /** Notes that the money of a schedule has come by hand. @throws as {@link book} */
  async function receive(
    input: {
      scheduleId: string;
      receivedOn?: string | undefined;
      mode: BookingWish['mode'];
      number: string;
      amount?: number | undefined;
    },
    by: string,
  ) {
    const { scheduleId, receivedOn = clock.today(), mode, number, amount } = input;
    orNotFound(await queries.findSchedule(database, scheduleId), called);
    const done = await book({ schedules: [scheduleId], lines: [], receivedOn, mode, number, amount }, by);
    const { agrees: _agrees, toLook: _toLook, left: _left, unread: _unread, ...schedule } = await get(scheduleId);
    return { ...done, schedule };
  }

  async function cancel(scheduleId: string, reason: string, by: string): Promise<Schedule> {
    await database.transaction(async (tx) => {
      for (const id of await cancelRemittance(tx, scheduleId, reason, by)) await noteSeen(tx, id);
    });
    return get(scheduleId);
  }

  return { send, get, list, decide, drop, book, receive, cancel };
}

/** Opens schedules that could not be booked, and says why. */
const reopen = (tx: Transaction, { schedules }: BookingWish, failure: string) =>
  queries.updateSchedules(tx, schedules, { state: 'open', wish: null, failure });

/** Books long schedules: all in its step's transaction, or nothing, with the reason on the schedules. */
export const bookJob = ({ config }: Pick<Core, 'config'>): JobKind<BookingWish> => ({
  async step(tx, { data: wish, by, revoked }) {
    try {
      await mustStillHave(tx, { by, revoked }, 'money');
      await tx.transaction((inner) => bookSchedules(inner, wish, by));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await reopen(tx, wish, error.message);
      if (error.code === 'POWER_NEEDED')
        await tellOfStoppedWork(tx, 'Booking of deductions', by, `${config.publicUrl}${paths.admin.checkoff}`);
    }
    return { done: 1, last: true };
  },
  onFailed: (tx, { data: wish }) => reopen(tx, wish, serverMessages.bookingFailed),
});
