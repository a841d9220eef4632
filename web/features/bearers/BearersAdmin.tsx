import { useState } from 'react';
import { deleteBearer, listAllBearers, type OfficeBearer, orderBearers } from '#shared/contracts/bearers.ts';
import { paths } from '#shared/paths.ts';
import { useContentDialogs } from '#web/features/content/useContentDialogs.tsx';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { MoveButtons } from '#web/ui/tables/MoveButtons.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { BearerDialog, HandOverDialog } from './BearerDialog.tsx';

const hasEnded = ({ until }: OfficeBearer) => until !== null && until < new Date().toISOString().slice(0, 10);

const columns: Column<OfficeBearer>[] = [
  { key: 'office', header: 'Office', primary: true, cell: (row) => row.office },
  {
    key: 'name',
    header: 'Name',
    cell: (row) => <TwoLines first={row.name} second={[row.memberNumber, row.state].filter(Boolean).join(' · ')} />,
  },
  {
    key: 'term',
    header: 'Term',
    cell: (row) =>
      `${row.until ? '' : 'Since '}${formatDay(row.from)}${row.until ? ` to ${formatDay(row.until)}` : ''}`,
  },
  {
    key: 'state',
    header: 'Status',
    cell: (row) =>
      hasEnded(row) ? <StatusDot tone="neutral">Earlier</StatusDot> : <StatusDot tone="good">Shown</StatusDot>,
  },
];

/** Manages the terms of office that the public page and the annual list show. */
export function Component() {
  const [, , { page, onPage }] = useQueryState({ page: '1' });
  const list = useLoad(listAllBearers, { query: { page } });
  const table = usePaging(list, page, onPage);
  const { busy, attempt } = useAttempt();
  const [handing, setHanding] = useState<OfficeBearer | null>(null);
  const rows = list.data?.data;
  const running = rows?.filter((row) => !hasEnded(row)) ?? [];
  const { add, actions, dialogs } = useContentDialogs({
    rows,
    reload: list.reload,
    noun: 'term',
    nameOf: (row) => `${row.office}, ${row.name}`,
    editDialog: (props) => <BearerDialog {...props} />,
    remove: {
      call: (row) => api(deleteBearer, { params: { id: row.id }, query: { version: row.version } }),
      warning: (row) =>
        `The term of ${row.name} as ${row.office} disappears from the site and from the annual list. To end a term, enter its last day instead.`,
    },
  });
  const move = async (row: OfficeBearer, by: 1 | -1) => {
    const order = running.map(({ id }) => id);
    const from = order.indexOf(row.id);
    order.splice(from, 1);
    order.splice(from + by, 0, row.id);
    if (await attempt(() => api(orderBearers, { body: { order } }))) list.reload();
  };
  return (
    <>
      <PageHeader title="Office bearers" text="Shown to everybody on the page ‘Office bearers’, in this order.">
        <Link to={paths.admin.annualList} className={buttonLook('outlined')}>
          Annual list
        </Link>
        <Button onClick={add}>Add term</Button>
      </PageHeader>
      <DataTable
        {...table}
        caption="Office bearers"
        columns={columns}
        rowKey={(row) => row.id}
        emptyText="No office bearers yet. Add the first term."
        actions={(row) => (
          <>
            {running.includes(row) && (
              <>
                <MoveButtons
                  name={row.office}
                  first={row === running[0]}
                  last={row === running.at(-1)}
                  disabled={busy}
                  onMove={(by) => void move(row, by)}
                />
                <Button small look="text" aria-label={`Hand over ${row.office}`} onClick={() => setHanding(row)}>
                  Hand over
                </Button>
              </>
            )}
            {actions(row)}
          </>
        )}
      />
      {dialogs}
      {handing && <HandOverDialog row={handing} onClose={() => setHanding(null)} reload={list.reload} />}
    </>
  );
}
