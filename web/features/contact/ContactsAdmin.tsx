import { type ContactMessage, listContacts } from '#shared/contracts/contact.ts';
import { useOpened, useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePageWithin } from '#web/lib/calls/usePaging.ts';
import { tellWaitingChanged } from '#web/lib/calls/waiting.ts';
import { counted, cut } from '#web/lib/languages/format.ts';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { CountedTabs } from '#web/ui/tables/CountedTabs.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { TableBar } from '#web/ui/tables/SearchedTable.tsx';
import { DayAndTime } from '#web/ui/tables/TwoLines.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { hasUndelivered, MessageState } from './MessageText.tsx';

const columns: Column<ContactMessage>[] = [
  {
    key: 'name',
    header: 'Full Name',
    primary: true,
    free: true,
    width: '26%',
    cell: (row) => (
      <span className="break-anywhere grid-cols-1 grid">
        <strong>{row.name}</strong>
        <span className="text-muted text-14 font-normal">{row.email}</span>
      </span>
    ),
  },
  { key: 'mobile', header: 'Mobile Number', free: true, width: '14%', cell: (row) => row.mobile },
  { key: 'message', header: 'Message', free: true, cell: (row) => cut(row.message, 100) },
  // The tab tells the messages' status; the row adds only that a reply was not delivered.
  { key: 'state', header: 'Status', cell: (row) => <MessageState message={row} /> },
  { key: 'date', header: 'Date', cell: (row) => <DayAndTime at={row.createdAt} /> },
];

const tabs = ['open', 'answered', 'doubtful'] as const;
const tabLabels = { open: 'Open', answered: 'Answered', doubtful: 'Doubtful' } as const;
const defaults = { state: 'open', search: '', page: '1' };

/** Visitors' messages to the office, and their status. */
export function Component() {
  const [address, change, { page, onPage }] = useQueryState(defaults);
  const [opened, open] = useOpened('open');
  const tab = tabs.find((each) => each === address.state) ?? 'open';
  const query = { state: tab, search: address.search, page };
  const { data, failed, loading, reload } = useLoad(listContacts, { query });
  usePageWithin(page, { data, loading }, onPage);

  const changed = () => {
    tellWaitingChanged();
    reload();
  };
  const total = data?.pagination.totalCount ?? 0;
  const undelivered = data?.contacts.some(hasUndelivered) ?? false;

  return (
    <>
      <PageHeader title="Contacts" text="Messages sent with the contact form, newest first." />
      <CountedTabs
        id="messages"
        label="Messages by status"
        tabs={tabs}
        names={tabLabels}
        counts={data?.counts}
        value={tab}
        onChange={(state) => change({ state })}
      >
        <TableBar>
          <SearchField
            label="Search messages"
            placeholder="Name, e-mail, mobile or words"
            hideLabel
            value={address.search}
            onChange={(search) => change({ search })}
          />
        </TableBar>
        <p className="text-muted m-0 mb-1 min-h-line" role="status">
          {data && !failed ? counted(total, 'message') : ''}
          {tab === 'doubtful' && total > 0 && '. They may have been sent by programs; real ones stay among them.'}
        </p>
        <DataTable
          caption={`${tabLabels[tab]} messages`}
          columns={undelivered ? columns : columns.filter(({ key }) => key !== 'state')}
          rows={data?.contacts}
          rowKey={(row) => row.id}
          paging={data && { pagination: data.pagination, onPage }}
          loading={loading}
          failed={failed !== undefined}
          onRetry={reload}
          actions={(row) => (
            <Button small look="text" aria-label={`Open the message of ${row.name}`} onClick={() => open(row.id)}>
              Open
            </Button>
          )}
        />
      </CountedTabs>
      {opened && <MessageDialog key={opened} id={opened} onClose={() => open(undefined)} onChanged={changed} />}
    </>
  );
}
