import { createHash } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { findMappings, saveMapping } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { openSpreadsheet } from '#server/platform/spreadsheets/open-spreadsheet.ts';
import type { SheetRow } from '#server/platform/spreadsheets/spreadsheet.ts';
import { checkoffTexts } from '#shared/contracts/checkoff.ts';
import {
  type Schedule,
  type ScheduleHead,
  type ScheduleRowShown,
  scheduleRowsAtMost,
} from '#shared/contracts/schedules.ts';
import { plainDigits } from '#shared/digits.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { judgeSchedule, noteSeen } from './booking.ts';
import { isAlike, type JudgedRow } from './judging.ts';
import { findOffice, findOfficesById, type OfficeRow } from './offices.queries.ts';
import { shownOffice } from './offices.service.ts';
import {
  isUnclear,
  type ReadSchedule,
  readSchedule,
  rowOf,
  type ScheduleRow,
  type UnclearSchedule,
} from './read-schedule.ts';
import { withoutZeros } from './reckoning.ts';
import { type Expected, fieldsOfColumns, type ScheduleColumns } from './schedule-columns.ts';
import * as queries from './schedules.queries.ts';

const called = 'This schedule';

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

/** Lists of deductions as they were sent. */
export function createSchedulesService({ database }: Pick<Core, 'database'>) {
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

  return { send, get, list, drop };
}
