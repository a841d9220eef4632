import { LRUCache } from 'lru-cache';
import type { Core } from '#server/core.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { mailOffice } from '#server/platform/mail/to-office.ts';
import { clock } from '#shared/clock.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import {
  findBudget,
  findReference,
  noteTold,
  openBudget,
  resetBudget,
  type Taken,
  takePages,
} from './budget.queries.ts';

const { quarterHour, day } = limits.directoryPages;

/** The most pages that one process takes out of a budget at once. */
const maxAtOnce = 8;
/** Of how many members a process holds pages at a time. */
const maxMembers = 10_000;

/** Pages that this process has taken out of a member's budget and not given away yet. */
interface Held {
  left: number;
  /** Milliseconds since 1970: then they belong to a quarter of an hour or a day gone by. */
  until: number;
  /** How many to take the next time. */
  next: number;
  /** The budget was used up when it was last asked. */
  refused: boolean;
}

/**
 * How much of the directory one member may open. The count in the database holds for all processes; each takes pages
 * out of it in advance, one at first and more for somebody who opens many, so that most pages cost no query.
 */
export function createBudgets({ database, config }: Core) {
  const held = new LRUCache<string, Held>({ max: maxMembers });
  const underWay = new Map<string, Promise<void>>();

  function takeHeld(memberId: string): boolean {
    const pages = held.get(memberId);
    if (!pages || pages.left === 0 || clock.ms() >= pages.until) return false;
    pages.left -= 1;
    return true;
  }

  async function take(memberId: string, wanted: number): Promise<Taken> {
    const taken = await takePages(database, memberId, wanted);
    if (taken) return taken;
    await openBudget(database, memberId);
    return take(memberId, wanted);
  }

  async function refill(memberId: string): Promise<void> {
    const taken = await take(memberId, held.get(memberId)?.next ?? 1);
    if (taken.granted === 0) {
      held.set(memberId, { left: 0, until: 0, next: 1, refused: true });
      await tellOffice(memberId, taken);
      throw usedUp(taken);
    }
    held.set(memberId, {
      left: taken.granted,
      until: clock.ms() + Math.min(taken.quarterLeft, taken.dayLeft) * 1_000,
      next: Math.min(maxAtOnce, 1 + Math.floor(taken.dayPages / 4)),
      refused: false,
    });
  }

  /** Once a day for each member, however often it is refused. */
  async function tellOffice(memberId: string, taken: Taken): Promise<void> {
    await database.transaction(async (tx) => {
      const member = await noteTold(tx, memberId);
      if (!member) return;
      const { reference, name, state } = member;
      const pages = isDayOver(taken) ? `${taken.dayPages} pages today` : `${taken.quarterPages} pages in 15 minutes`;
      const action = 'used up the budget of directory pages';
      await writeLog(tx, { kind: 'security', by: 'member', subject: reference, action, note: pages, memberId });
      const data = { reference, name, pages, link: config.publicUrl + paths.admin.member(memberId) };
      await mailOffice(tx, { power: 'members', state }, { kind: 'directory-office', data });
    });
  }

  return {
    /** Whether the member's last page was refused: then it is better to ask before anything is looked up. */
    wasRefused: (memberId: string) => held.get(memberId)?.refused ?? false,

    /** Takes one page out of a member's budget. @throws TOO_MANY with the seconds to wait */
    async spend(memberId: string): Promise<void> {
      while (!takeHeld(memberId)) {
        // Anyone who comes meanwhile waits for the same answer.
        const answer = underWay.get(memberId) ?? refill(memberId).finally(() => underWay.delete(memberId));
        underWay.set(memberId, answer);
        await answer;
      }
    },

    /** How much is used up, for the office. What processes have taken in advance counts as used. @throws NOT_FOUND */
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
      held.delete(memberId);
    },
  };
}

export type Budgets = ReturnType<typeof createBudgets>;

const isDayOver = (taken: Taken) => taken.dayPages >= day;

function usedUp(taken: Taken): AppError {
  if (isDayOver(taken)) {
    return new AppError(
      'TOO_MANY',
      'You have opened as many pages of the directory as one day allows. You can go on tomorrow. If you need more today, please write to the office.',
      { retryAfter: taken.dayLeft },
    );
  }
  const minutes = Math.ceil(taken.quarterLeft / 60);
  return new AppError(
    'TOO_MANY',
    `You have opened very many pages of the directory in a short time. You can go on in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfter: taken.quarterLeft },
  );
}
