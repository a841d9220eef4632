import type { Core } from '#server/core.ts';
import type { Feature, Office, OfficeWork, Waiting } from '#server/feature.ts';
import { monthEntries } from '#server/features/reports/reports.service.ts';
import { owedTo } from '#server/features/shares/shares.service.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import {
  type MineKind,
  type MonthNumber,
  monthNumbers,
  type OverviewData,
  type WaitingKind,
} from '#shared/contracts/overview.ts';
import { hasPower, isBound, powerNeeded } from '#shared/powers.ts';
import * as queries from './overview.queries.ts';

/** Entries of one kind, and in all. */
const ofEachKind = 5;
const entriesMax = 20;

/** An administrator's start page: pending work, and the last months of the association; people within the reach only. */
export function createOverviewService(core: Core, features: readonly Feature[]) {
  const { database } = core;
  const work = features.flatMap(({ work: declared = [] }) =>
    typeof declared === 'function' ? declared(core) : declared,
  );
  const mayDo = (office: Office, { power, unbound }: OfficeWork) =>
    hasPower(office, power) && !(unbound && isBound(office));

  async function waitingOf(db: Readable, office: Office): Promise<OverviewData['waiting']> {
    const counts: { kind: WaitingKind; count: number; since: Date | null }[] = [];
    for (const each of work) {
      if (!each.counted || !mayDo(office, each)) continue;
      const { count, since } = await each.find(db, office, false);
      if (count > 0 || !each.quiet) counts.push({ kind: each.counted, count, since });
    }
    const age = ({ since }: Waiting) => since?.getTime() ?? Number.POSITIVE_INFINITY;
    return counts
      .sort((a, b) => age(a) - age(b) || (a.kind < b.kind ? -1 : 1))
      .map(({ since, ...rest }) => ({ ...rest, since: since?.toISOString() ?? null }));
  }

  /** What is one's to do: a few of a kind by themselves, then the rest as one; what was let out comes first, then the oldest. */
  async function mineOf(db: Readable, office: Office) {
    const entries: { kind: MineKind; title: string; since: Date | null; href: string }[] = [];
    let total = 0;
    for (const each of work) {
      const { kind } = each;
      if (!kind || !mayDo(office, each)) continue;
      const { count, since } = await each.find(db, office, true);
      if (count === 0) continue;
      total += count;
      const single = (await each.oldest?.(db, office, ofEachKind)) ?? [];
      entries.push(...single.map((one) => ({ kind, ...one })));
      const rest = count - single.length;
      const restSince = single.length > 0 ? (single.at(-1)?.since ?? null) : since;
      if (rest > 0) entries.push({ kind, title: each.title(rest), since: restSince, href: each.href });
    }
    const age = ({ kind, since }: { kind: MineKind; since: Date | null }) =>
      kind === 'breach' ? Number.NEGATIVE_INFINITY : (since?.getTime() ?? Number.MAX_SAFE_INTEGER);
    const data = entries
      .sort((a, b) => age(a) - age(b))
      .slice(0, entriesMax)
      .map(({ since, ...rest }) => ({ ...rest, since: since?.toISOString() ?? null }));
    return { data, total };
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
    mine: async (office: Office) => database.snapshot((db) => mineOf(db, office)),
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
