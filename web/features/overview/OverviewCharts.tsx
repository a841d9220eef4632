import { Suspense, useState } from 'react';
import type { OverviewData } from '#shared/contracts/overview.ts';
import { formatNumber, formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { shortMonths } from '#web/lib/languages/format.ts';
import { BarTable, type Point } from './BarTable.tsx';
import type { MonthNumberOpen } from './MonthDialog.tsx';
import type { Overview } from './WaitingNotes.tsx';

// Fetched when it is first opened.
const MonthDialog = lazyPart(() => import('./MonthDialog.tsx'), 'MonthDialog');

/** `2026-11` as `Nov 2026`. */
function monthName(month: string): string {
  const [year, number] = month.split('-');
  // No line break.
  return `${shortMonths[Number(number) - 1]}\u00a0${year}`;
}

/** The States beyond these have few members each. */
const maxStates = 10;

/** Members and money by month, as far as the administrator may see them; each number opens its list. */
export function MonthCharts({ months }: { months: OverviewData['months'] }) {
  const [open, setOpen] = useState<MonthNumberOpen | null>(null);
  const opener = (title: string, number: MonthNumberOpen['number'], month: string) => () =>
    setOpen({ title: `${title} in ${monthName(month)}`, number, month });
  const [first] = months;
  return (
    <div className="grid gap-3 grid-cols-1 grid-cols-2-from-lg items-start">
      {first?.joined !== undefined && (
        <BarTable
          title="Members per month"
          labelHeader="Month"
          countHeaders={['Joined', 'Left']}
          points={months.map(({ month, joined = 0, left = 0 }) => ({
            label: monthName(month),
            values: [
              { count: joined, open: opener('Joined', 'members.joined', month) },
              { count: left, open: opener('Left', 'members.left', month) },
            ],
          }))}
        />
      )}
      {first?.received !== undefined && (
        <BarTable
          title="Money received per month"
          labelHeader="Month"
          countHeaders={['Received']}
          points={months.map(({ month, received = 0 }) => ({
            label: monthName(month),
            values: [
              {
                count: received,
                text: formatRupees(received),
                open: opener('Received', 'money.received', month),
              },
            ],
          }))}
        />
      )}
      <Suspense>{open && <MonthDialog open={open} onClose={() => setOpen(null)} />}</Suspense>
    </div>
  );
}

/** Registrations by month and members by state. */
export function OverviewCharts({ overview }: { overview: Overview }) {
  const [open, setOpen] = useState<MonthNumberOpen | null>(null);
  if (!overview.byMonth) return null;
  const months: Point[] = (overview.byMonth ?? []).map(({ month, count }) => ({
    label: monthName(month),
    values: [
      {
        count,
        open: () => setOpen({ title: `Registered in ${monthName(month)}`, number: 'members.registered', month }),
      },
    ],
  }));
  const all = overview.byState ?? [];
  const [first, others] = [all.slice(0, maxStates), all.slice(maxStates)];
  const states: Point[] = first.map(({ state, count }) => ({
    label: state,
    values: [{ count, to: `${paths.admin.directory}?${new URLSearchParams({ state })}` }],
  }));
  const inOthers = others.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid gap-3 grid-cols-1 grid-cols-2-from-lg items-start">
      <BarTable title="Registrations per month" labelHeader="Month" countHeaders={['Registrations']} points={months} />
      <BarTable
        title="Members per state"
        labelHeader="State"
        countHeaders={['Members']}
        points={states}
        note={
          others.length > 0 &&
          `In ${others.length} other ${others.length === 1 ? 'state' : 'states'}: ${formatNumber(inOthers)}`
        }
      />
      <Suspense>{open && <MonthDialog open={open} onClose={() => setOpen(null)} />}</Suspense>
    </div>
  );
}
