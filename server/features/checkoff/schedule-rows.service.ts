import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type { rowDecisions } from '#shared/contracts/schedules.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { addMonths, monthInWords } from '#shared/financial-year.ts';
import {
  findAuthorisations,
  findTakenNumbers,
  insertAuthorisation,
  lockAuthorisations,
  updateAuthorisations,
} from './authorisations.queries.ts';
import { judgeSchedule, moveRow, noteSeen } from './booking.ts';
import { findCheckoffSettings, findOffice, lockOffices, type OfficeRow } from './offices.queries.ts';
import { sparedUntil } from './reckoning.ts';
import * as queries from './schedules.queries.ts';

const wrongState = (message: string) => new AppError('WRONG_STATE', message);

/** Whose each row of a list of deductions is. */
export function createScheduleRowsService({ database }: Pick<Core, 'database'>) {
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
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const schedule = orNotFound((await queries.lockSchedules(tx, [scheduleId]))[0], 'This schedule');
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

  return { decide };
}
