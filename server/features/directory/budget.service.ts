import type { Core } from '#server/core.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { mailOffice } from '#server/platform/mail/to-office.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { Sentence } from '#shared/sentence.ts';
import {
  type BudgetUse,
  findBudget,
  findReference,
  noteTold,
  openBudget,
  resetBudget,
  takePage,
} from './budget.queries.ts';

const { quarterHour, day } = limits.directoryPages;

/** How much of the directory one member may open, counted in the database for all processes. */
export function createBudgets({ database, config }: Core) {
  async function take(memberId: string): Promise<BudgetUse> {
    const budget = await takePage(database, memberId);
    if (budget) return budget;
    await openBudget(database, memberId);
    return take(memberId);
  }

  /** Once a day for each member, however often it is refused. */
  async function tellOffice(memberId: string, budget: BudgetUse): Promise<void> {
    await database.transaction(async (tx) => {
      const member = await noteTold(tx, memberId);
      if (!member) return;
      const { reference, state } = member;
      const pages = isDayOver(budget) ? `${budget.dayPages} pages today` : `${budget.quarterPages} pages in 15 minutes`;
      const action = 'used up the budget of directory pages';
      await writeLog(tx, { kind: 'security', by: 'member', subject: reference, action, note: pages, memberId });
      const data = { reference, pages, link: config.publicUrl + paths.admin.member(memberId) };
      await mailOffice(tx, { power: 'members', state }, { kind: 'directory-office', data });
    });
  }

  return {
    /** Takes one page out of a member's budget. @throws TOO_MANY with the seconds to wait */
    async spend(memberId: string): Promise<void> {
      const budget = await take(memberId);
      if (budget.granted) return;
      await tellOffice(memberId, budget);
      throw usedUp(budget);
    },

    /** How much is used up, for the office. @throws NOT_FOUND */
    async state(memberId: string, reach: Reach) {
      if (!(await findReference(database, memberId, reach))) throw notFound('This member');
      const { quarterPages, dayPages } = await findBudget(database, memberId);
      return {
        quarterHour: { opened: quarterPages, of: quarterHour },
        day: { opened: dayPages, of: day },
      };
    },

    /** Gives the budget of the day again. @throws NOT_FOUND */
    async lift(memberId: string, by: string, reach: Reach): Promise<void> {
      await database.transaction(async (tx) => {
        const reference = await findReference(tx, memberId, reach);
        if (reference === null) throw notFound('This member');
        await resetBudget(tx, memberId);
        const action = 'renewed the budget of directory pages';
        await writeLog(tx, { kind: 'member', by, subject: reference, action, memberId });
      });
    },
  };
}

const isDayOver = (budget: BudgetUse) => budget.dayPages >= day;

function usedUp(budget: BudgetUse): AppError {
  if (isDayOver(budget)) {
    return new AppError(
      'TOO_MANY',
      'You have opened as many pages of the directory as one day allows. You can go on tomorrow. If you need more today, please write to the office.',
      { retryAfter: budget.dayLeft },
    );
  }
  const minutes = Math.ceil(budget.quarterLeft / 60);
  return new AppError(
    'TOO_MANY',
    new Sentence(
      'You have opened very many pages of the directory in a short time. You can go on in {minutes, plural, one {# minute} other {# minutes}}.',
      { minutes },
    ),
    { retryAfter: budget.quarterLeft },
  );
}
