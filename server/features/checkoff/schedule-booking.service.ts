import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type { BookingWish } from '#shared/contracts/schedules.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { bookSchedules, cancelRemittance, changed, judgeSchedule, noteSeen, notOpen } from './booking.ts';
import * as queries from './schedules.queries.ts';

/** A longer list is booked by a job, so that the call does not wait for it. */
const rowsInCall = 400;
export const bookKind = 'bookSalarySchedules';

/** When the money of lists of deductions has come. */
export function createScheduleBookingService({ database, jobs }: Pick<Core, 'database' | 'jobs'>) {
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
    orNotFound(await queries.findSchedule(database, scheduleId), 'This schedule');
    return book({ schedules: [scheduleId], lines: [], receivedOn, mode, number, amount }, by);
  }

  async function cancel(scheduleId: string, reason: string, by: string): Promise<void> {
    await database.transaction(async (tx) => {
      for (const id of await cancelRemittance(tx, scheduleId, reason, by)) await noteSeen(tx, id);
    });
  }

  return { book, receive, cancel };
}

/** Opens schedules that could not be booked, and says why. */
const reopen = (tx: Transaction, { schedules }: BookingWish, failure: string) =>
  queries.updateSchedules(tx, schedules, { state: 'open', wish: null, failure });

/** Books long schedules: all in its step's transaction, or nothing, with the reason on the schedules. */
export const bookJob: JobKind<BookingWish> = {
  needs: {
    powers: () => ['money'],
    work: 'Booking of deductions',
    page: paths.admin.checkoff,
    async onStopped(tx, { data: wish }, { message }) {
      await reopen(tx, wish, message);
      return { done: 1, last: true };
    },
  },
  async step(tx, { data: wish, by }) {
    try {
      await tx.transaction((inner) => bookSchedules(inner, wish, by));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await reopen(tx, wish, error.message);
    }
    return { done: 1, last: true };
  },
  onFailed: (tx, { data: wish }) => reopen(tx, wish, serverMessages.bookingFailed),
};
