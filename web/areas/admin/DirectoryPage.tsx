import { lazy, Suspense, useCallback, useState } from 'react';
import { type OfficeRecord, searchDirectory } from '#shared/contracts/members.ts';
import { DirectoryTable } from '#web/features/admin-directory/DirectoryTable.tsx';
import { ExportButtons } from '#web/features/admin-directory/ExportButtons.tsx';
import { DirectoryFilters, noFilters } from '#web/features/directory/DirectoryFilters.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { usePageWithin } from '#web/lib/usePageWithin.ts';
import { pageNumber, useQueryState } from '#web/lib/useQueryState.ts';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './list.module.css';

// The dialog and its forms are fetched when they are first opened.
const MemberDetailsDialog = lazy(async () => ({
  default: (await import('#web/features/admin-directory/MemberDetailsDialog.tsx')).MemberDetailsDialog,
}));

const noneChosen = { ...noFilters, erasure: '' };

export function Component() {
  const [address, change] = useQueryState(noneChosen);
  const [shown, setShown] = useState<OfficeRecord>();
  const erasure = address.erasure === 'asked' ? 'asked' : '';
  const filters = { ...address, erasure } as const;
  const page = pageNumber(filters.page);
  const { data, failed, loading, reload } = useLoad(searchDirectory, { query: { ...filters, page } });
  const toPage = useCallback((next: number) => change({ page: String(next) }), [change]);
  usePageWithin(page, { data, loading }, toPage);

  // An administrator is answered with whole records.
  const members = data?.data as OfficeRecord[] | undefined;
  const total = data?.pagination.totalCount ?? 0;
  const found = data && !failed ? `${formatNumber(total)} ${total === 1 ? 'member' : 'members'}` : '';
  const { page: _page, ...exported } = filters;
  return (
    <>
      <PageHeader
        title="Directory"
        text={erasure ? 'Members who asked for erasure, longest waiting first' : 'All approved members'}
      >
        <ExportButtons filters={exported} disabled={!data || failed !== undefined || total === 0} />
      </PageHeader>
      <DirectoryFilters
        filters={filters}
        onChange={change}
        searchLabel="Search by Name or Organization Position"
        found={found}
      >
        <FilterSelect
          label="Erasure"
          value={erasure}
          options={[{ value: 'asked', label: 'Asked for' }]}
          onChange={(value) => change({ erasure: value })}
        />
      </DirectoryFilters>
      <p className={styles.count} role="status">
        {found}
      </p>
      <DirectoryTable
        rows={members}
        erasure={erasure === 'asked'}
        pagination={data?.pagination}
        loading={loading}
        failed={failed !== undefined}
        onRetry={reload}
        onPage={toPage}
        onView={setShown}
      />
      <Suspense>
        {shown && <MemberDetailsDialog id={shown._id} onClose={() => setShown(undefined)} onChanged={reload} />}
      </Suspense>
    </>
  );
}
