import { useState } from 'react';
import { listSchedules, type ScheduleHead } from '#shared/contracts/schedules.ts';
import type { StatementLine } from '#shared/contracts/statements.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { formatExactRupees } from '#shared/money.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import styles from './LinesTable.module.css';

interface Props {
  line: StatementLine;
  /** Called with the chosen lists, and their names. */
  onChoose: (scheduleIds: string[], label: string) => void;
  onClose: () => void;
}

const columns: readonly Column<ScheduleHead>[] = [
  {
    key: 'office',
    header: 'Paying office',
    primary: true,
    free: true,
    cell: ({ office, month }) => `${office.name}, ${monthInWords(month)}`,
  },
  { key: 'sum', header: 'Sum', align: 'right', cell: ({ sum }) => formatExactRupees(sum) },
];

/** Lets the office choose the lists of deductions whose money a credit is: several together, or one of which it is a part. */
export function FindListDialog({ line, onChoose, onClose }: Props) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ScheduleHead>>(new Map());
  const load = useLoad(listSchedules, { query: { state: 'open', page } });
  const sum = [...chosen.values()].reduce((total, each) => total + each.sum, 0);
  const label = [...chosen.values()].map(({ office, month }) => `${office.name}, ${monthInWords(month)}`).join(' and ');
  return (
    <ModalDialog
      open
      wide
      title={`Deductions for ${formatExactRupees(line.amount)} of ${formatDay(line.date)}`}
      onClose={onClose}
      actions={
        <>
          <span className="text-muted" role="status">
            {chosen.size > 0 && `${formatExactRupees(sum)} chosen`}
          </span>
          <Button disabled={chosen.size === 0} onClick={() => onChoose([...chosen.keys()], label)}>
            Choose
          </Button>
        </>
      }
    >
      <p className={`text-14 break-anywhere block ${styles.text}`}>{[line.narration, ...line.texts].join(' | ')}</p>
      <p className="m-0 mb-2 measure">
        The sums have to be equal. A list that came in several credits is chosen for each of them, and all are received
        together.
      </p>
      <DataTable
        caption="Open lists of deductions"
        columns={columns}
        rowKey={({ id }) => id}
        emptyText="No list of deductions is open."
        selection={{
          isTicked: ({ id }) => chosen.has(id),
          onTick: (rows, on) => {
            const next = new Map(chosen);
            for (const row of rows) {
              if (on) next.set(row.id, row);
              else next.delete(row.id);
            }
            setChosen(next);
          },
          labelOf: ({ office, month }) => `Choose ${office.name}, ${monthInWords(month)}`,
        }}
        {...usePaging(load, page, setPage)}
      />
    </ModalDialog>
  );
}
