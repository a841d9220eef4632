import {
  deleteImportantUpdate,
  type ImportantUpdate,
  orderImportantUpdates,
  type SettingsRecord,
} from '#shared/contracts/settings.ts';
import { messages } from '#shared/messages.ts';
import { HindiState } from '#web/features/content/InBoth.tsx';
import { useContentDialogs } from '#web/features/content/useContentDialogs.tsx';
import { useTableView } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { type FailureText, useAttempt } from '#web/lib/calls/useAttempt.ts';
import { cut } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { MoveButtons } from '#web/ui/tables/MoveButtons.tsx';
import { DayAndTime } from '#web/ui/tables/TwoLines.tsx';
import { NoticeBoard } from './NoticeBoard.tsx';
import styles from './Settings.module.css';
import { UpdateDialog } from './UpdateDialog.tsx';

const columns: Column<ImportantUpdate>[] = [
  { key: 'title', header: 'Title', width: '24%', primary: true, cell: (row) => row.title },
  { key: 'text', header: 'Description', width: '36%', cell: (row) => cut(row.description, 100) },
  {
    key: 'hindi',
    header: 'Languages',
    cell: ({ hi, older }) => <HindiState hi={hi} older={older} />,
  },
  {
    key: 'date',
    header: 'Date',
    cell: (row) => <DayAndTime at={row.createdAt} />,
  },
];

const deleteFailure: FailureText = () => messages.update.deleteFailed;

/** The important updates in the home page's order: the stored list in reverse. */
export function UpdatesTab({ settings, onSaved }: { settings: SettingsRecord; onSaved: () => void }) {
  const view = useTableView();
  const { busy, attempt } = useAttempt();
  const updates = settings.importantUpdates.toReversed();
  const params = { settingsId: settings.id };
  const { add, actions, dialogs } = useContentDialogs({
    rows: updates,
    reload: onSaved,
    noun: 'update',
    nameOf: (row) => row.title,
    editDialog: (props) => <UpdateDialog settingsId={settings.id} {...props} />,
    remove: {
      call: (row) => api(deleteImportantUpdate, { params: { ...params, updateId: row.id } }),
      warning: (row) => `“${row.title}” disappears from the home page. This cannot be undone.`,
      failure: deleteFailure,
    },
  });

  const move = async (id: string, by: 1 | -1) => {
    const order = updates.map(({ id }) => id);
    const from = order.indexOf(id);
    order.splice(from, 1);
    order.splice(from + by, 0, id);
    const body = { order: order.toReversed() };
    if (await attempt(() => api(orderImportantUpdates, { params, body }))) onSaved();
  };

  return (
    <section aria-label="Important Updates" className={`grid gap-2 justify-items-start ${styles.section}`}>
      <Button onClick={add}>Add Important Update</Button>
      <DataTable
        caption="Important updates, as the home page shows them"
        columns={columns}
        rows={updates}
        rowKey={(row) => row.id}
        view={view}
        actions={(row) => (
          <>
            <MoveButtons
              name={`“${row.title}”`}
              first={row === updates[0]}
              last={row === updates.at(-1)}
              disabled={busy}
              onMove={(by) => void move(row.id, by)}
            />
            {actions(row)}
          </>
        )}
      />
      {updates.length > 0 && (
        <div className="max-w-480">
          <p className="text-muted text-14 m-0 mb-1">On the home page:</p>
          <NoticeBoard updates={settings.importantUpdates} />
        </div>
      )}
      {dialogs}
    </section>
  );
}
