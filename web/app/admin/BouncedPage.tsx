import { type BouncedAddress, listBounced } from '#shared/contracts/directory.ts';
import { paths } from '#shared/paths.ts';
import { ClearBounce } from '#web/features/directory/office/MemberEmail.tsx';
import { timesSince } from '#web/features/members/email/bounced-text.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatMobile } from '#web/lib/languages/format.ts';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';

const columns: readonly Column<BouncedAddress>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    cell: ({ directory }) => (
      <TwoLines
        strong
        first={directory.name}
        second={`${directory.memberNumber ?? directory.reference} · ${directory.state}`}
      />
    ),
  },
  {
    key: 'email',
    header: 'Mobile and e-mail',
    width: '30%',
    cell: ({ email, directory }) => <TwoLines first={formatMobile(directory.mobile)} second={email} email />,
  },
  {
    key: 'times',
    header: 'Did not arrive',
    cell: (row) => (
      <TwoLines
        first={timesSince(row)}
        second={row.stopped ? `${row.reason} Circulars are no longer sent.` : row.reason}
      />
    ),
  },
];

/** Applicants and members whose mails bounced, for the office to call. */
export function Component() {
  const [, , { page, onPage }] = useQueryState({ page: '1' });
  const load = useLoad(listBounced, { query: { page } });
  const table = usePaging(load, page, onPage);
  return (
    <>
      <PageHeader
        title="Addresses that do not work"
        text="Mails to these people came back. Please ask them for another address, and correct the record."
      >
        <Link to={paths.admin.directory} className={buttonLook('outlined')}>
          Directory
        </Link>
      </PageHeader>
      <DataTable
        caption="Addresses that do not work"
        columns={columns}
        rowKey={({ directory }) => directory.id}
        emptyText="All mails have arrived."
        actions={({ directory, email }) => (
          <>
            <Link
              to={
                directory.status === 'Approved'
                  ? paths.admin.member(directory.id)
                  : paths.admin.review(directory.id, directory.status)
              }
              aria-label={`Open the record of ${directory.name}, ${directory.reference}`}
              className={buttonLook('outlined')}
              data-small
            >
              Record
            </Link>
            <ClearBounce memberId={directory.id} email={email} label="Works again" onCleared={load.reload} />
          </>
        )}
        {...table}
      />
    </>
  );
}
