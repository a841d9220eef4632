import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { exportDirectory, searchDirectory } from '#shared/contracts/directory.ts';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { subscriptionStates } from '#shared/contracts/payments.ts';
import { paths } from '#shared/paths.ts';
import { DirectoryFilters, noFilters } from '#web/features/directory/DirectoryFilters.tsx';
import { DirectoryTable } from '#web/features/directory/office/DirectoryTable.tsx';
import { similarTitle } from '#web/features/directory/suggestions.ts';
import { subscriptionLabels } from '#web/features/subscription/office-labels.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { type ApiInput, api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { counted } from '#web/lib/languages/format.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';

const formats = ['csv', 'xlsx'] as const;

interface Props {
  filters: Omit<ApiInput<typeof exportDirectory>['query'], 'format'>;
  disabled: boolean;
}

/** Exports the filtered list as a file. Each export is logged. */
function ExportButtons({ filters, disabled }: Props) {
  const load = async (format: (typeof formats)[number]) => {
    const file = await api(exportDirectory, { query: { ...filters, format } });
    toast.success('The export has been saved. It holds personal data: please keep it safe.');
    return file;
  };
  return formats.map((format) => (
    <DownloadButton key={format} disabled={disabled} name={`members.${format}`} load={() => load(format)}>
      Export {format.toUpperCase()}
    </DownloadButton>
  ));
}

// The dialog and its forms are fetched when they are first opened.
const MemberDetailsDialog = lazyPart(
  () => import('#web/features/directory/office/MemberDetailsDialog.tsx'),
  'MemberDetailsDialog',
);

const incompleteFilters = [
  { value: 'true', label: 'Incomplete' },
  { value: 'login', label: 'Cannot log in yet' },
  { value: 'email', label: 'No e-mail' },
] as const;

const noneChosen = { ...noFilters, erasure: '', incomplete: '', standing: '' };

export function Component() {
  const [address, change, { page, onPage }] = useQueryState(noneChosen);
  const { states } = useOffice();
  const [params, setParams] = useSearchParams();
  // The link in a mail to the office opens one member.
  const [shown, setShown] = useState(() => params.get('member'));
  const closeDetails = () => {
    setShown(null);
    if (!params.has('member')) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('member');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const erasure = address.erasure === 'asked' ? 'asked' : '';
  const standing = subscriptionStates.find((state) => state === address.standing) ?? '';
  const incomplete = incompleteFilters.find(({ value }) => value === address.incomplete)?.value ?? '';
  const filters = { ...address, erasure, incomplete, standing } as const;
  const load = useLoad(searchDirectory, { query: { ...filters, page } });
  const { data, failed, reload } = load;
  const table = usePaging(load, page, onPage);

  // Administrators receive complete records.
  const members = data?.data as OfficeRecord[] | undefined;
  const total = data?.pagination.totalCount ?? 0;
  const summary = data && !failed ? `${data.pagination.more ? 'More than ' : ''}${counted(total, 'member')}` : '';
  const { page: _page, ...exported } = filters;
  return (
    <>
      <PageHeader
        title="Directory"
        text={`${erasure ? 'Members who asked for erasure, longest waiting first' : 'All approved members'}${states.length > 0 ? ` of ${states.join(', ')}` : ''}`}
      >
        <Link to={paths.admin.doubles} className={buttonLook('outlined')}>
          Likely doubles
        </Link>
        <Link to={paths.admin.bounced} className={buttonLook('outlined')}>
          Addresses that do not work
        </Link>
        <ExportButtons filters={exported} disabled={!data || failed !== undefined || total === 0} />
      </PageHeader>
      <DirectoryFilters
        filters={filters}
        onChange={change}
        searchLabel="Search by Name or Organization Position"
        found={summary}
      >
        <FilterSelect
          label="Subscription"
          value={standing}
          options={subscriptionStates.map((value) => ({ value, label: subscriptionLabels[value] }))}
          onChange={(value) => change({ standing: value })}
        />
        <FilterSelect
          label="Records"
          value={incomplete}
          options={incompleteFilters}
          onChange={(value) => change({ incomplete: value })}
        />
        <FilterSelect
          label="Erasure"
          value={erasure}
          options={[{ value: 'asked', label: 'Asked for' }]}
          onChange={(value) => change({ erasure: value })}
        />
      </DirectoryFilters>
      <p className="text-muted text-14 min-h-line m-0 mt-1 mb-4px" role="status">
        {summary}
        {data?.data.some((row) => row.similar) && ` · ${similarTitle(data.data[0]?.similar !== true)}`}
      </p>
      <DirectoryTable {...table} rows={members} erasure={erasure === 'asked'} onView={({ id }) => setShown(id)} />
      <Suspense>{shown && <MemberDetailsDialog id={shown} onClose={closeDetails} onChanged={reload} />}</Suspense>
    </>
  );
}
