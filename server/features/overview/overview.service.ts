import type { Core } from '#server/core.ts';
import { findWaiting } from '#server/features/registrations/review.queries.ts';
import { monthEntries } from '#server/features/reports/reports.service.ts';
import { owedTo } from '#server/features/shares/shares.service.ts';
import { countUnanswered } from '#server/features/votes/roll.queries.ts';
import { findToLook } from '#server/parts/gateway/gateway.queries.ts';
import { waitingFor } from '#server/parts/proposals/proposals.ts';
import type { Readable } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { clock, daysAgo } from '#shared/clock.ts';
import { type MonthNumber, monthNumbers, type OverviewData, type WaitingKind } from '#shared/contracts/overview.ts';
import { limits } from '#shared/limits.ts';
import { hasPower, isBound, powerNeeded } from '#shared/powers.ts';
import * as queries from './overview.queries.ts';

type Office = Pick<ActingAdministrator, 'administratorId' | 'email' | 'powers' | 'states' | 'reach'>;

/** An administrator's start page: pending work, and the last months of the association; people within the reach only. */
export function createOverviewService({ database }: Pick<Core, 'database'>) {
  async function waitingOf(db: Readable, office: Office): Promise<OverviewData['waiting']> {
    const isUnbound = !isBound(office);
    const kinds: WaitingKind[] = [
      ...(hasPower(office, 'members') ? (['corrections', 'erasures'] as const) : []),
      ...(hasPower(office, 'members') && isUnbound ? (['messages'] as const) : []),
      ...(hasPower(office, 'money') ? (['payments'] as const) : []),
      ...(hasPower(office, 'full') ? (['mails'] as const) : []),
    ];
    const waitingCounts = await queries.findWaitingOf(db, kinds, office.reach, daysAgo(limits.failedMailDays));
    if (hasPower(office, 'members')) {
      const { waiting, oldestAt } = await findWaiting(db, office.reach);
      waitingCounts.push({ kind: 'registrations', count: waiting, since: oldestAt });
    }
    if (hasPower(office, 'money')) {
      const online = await findToLook(db);
      // Most associations have no account at the gateway, and hear nothing of it.
      if (online.count > 0) waitingCounts.push({ kind: 'online', ...online });
    }
    if (hasPower(office, 'votes')) {
      const steps = await waitingFor(db, office);
      if (steps.count > 0) waitingCounts.push({ kind: 'votes', ...steps });
      const objections = await countUnanswered(db);
      if (objections.count > 0) waitingCounts.push({ kind: 'objections', ...objections });
    }
    const age = ({ since }: queries.Waiting) => since?.getTime() ?? Number.POSITIVE_INFINITY;
    return waitingCounts
      .sort((a, b) => age(a) - age(b) || (a.kind < b.kind ? -1 : 1))
      .map(({ since, ...rest }) => ({ ...rest, since: since?.toISOString() ?? null }));
  }

  async function overviewOf(db: Readable, office: Office): Promise<OverviewData> {
    const months = lastMonths();
    const from = `${months[0]}-01`;
    const movements = hasPower(office, 'members') ? await queries.countMonthsOf(db, from, office.reach) : null;
    const money = hasPower(office, 'money') ? await queries.sumMonths(db, from) : null;
    return {
      waiting: await waitingOf(db, office),
      shares: isBound(office) ? await owedTo(db, office.reach) : null,
      months: months.map((month) => {
        const { joined, left } = movements?.find((row) => row.month === month) ?? {};
        return {
          month,
          ...(movements && { joined: joined ?? 0, left: left ?? 0 }),
          ...(money && { received: money.find((row) => row.month === month)?.received ?? 0 }),
        };
      }),
    };
  }

  return {
    waiting: async (office: Office) => database.snapshot((db) => waitingOf(db, office)),
    get: async (office: Office): Promise<OverviewData> => database.snapshot((db) => overviewOf(db, office)),

    /** A page of the entries behind a month's number. @throws POWER_NEEDED */
    async entries(number: MonthNumber, month: string, page: number, office: Office) {
      if (!hasPower(office, monthNumbers[number])) throw powerNeeded(monthNumbers[number]);
      const entries = await database.snapshot((db) => monthEntries(db, number, month, office.reach, page));
      // The power for money alone says nothing of where people live.
      if (hasPower(office, 'members')) return entries;
      return { ...entries, data: entries.data.map((entry) => ({ ...entry, state: '', district: '' })) };
    },
  };
}

/** The current month and the eleven before it, as 2026-04. */
function lastMonths(): string[] {
  const today = clock.today();
  const now = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: 12 }, (_, index) => {
    const month = now - 11 + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
