import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { listRegistrations, type OfficeRecord, registrationSorts } from '#shared/contracts/members.ts';
import { registrationStatuses } from '#shared/options.ts';
import { DeleteRecordDialog } from '#web/features/registrations/DeleteRecordDialog.tsx';
import {
  noRegistrationFilters,
  paymentFilters,
  RegistrationFilters,
} from '#web/features/registrations/RegistrationFilters.tsx';
import { RegistrationsTable } from '#web/features/registrations/RegistrationsTable.tsx';
import { isStatus, tabLabels } from '#web/features/registrations/wording.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { usePageWithin } from '#web/lib/usePageWithin.ts';
import { pageNumber, useQueryState } from '#web/lib/useQueryState.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import list from './list.module.css';
import styles from './RegistrationsPage.module.css';

// The forms are fetched when they are first opened.
const AddProsecutorDialog = lazy(async () => ({
  default: (await import('#web/features/registrations/AddProsecutorDialog.tsx')).AddProsecutorDialog,
}));
const ReviewDialog = lazy(async () => ({
  default: (await import('#web/features/registrations/ReviewDialog.tsx')).ReviewDialog,
}));

const defaults = { tab: 'New', ...noRegistrationFilters, sort: 'newest', page: '1' };

/** One of `values`, whatever the address says. */
function oneOf<T extends string>(values: readonly T[], text: string): T | undefined {
  return values.find((value) => value === text);
}

export function Component() {
  const [address, change] = useQueryState(defaults);
  const [adding, setAdding] = useState(false);
  const [reviewed, setReviewed] = useState<string>();
  const [deleting, setDeleting] = useState<OfficeRecord>();
  const heading = useRef<HTMLParagraphElement>(null);

  const tab = isStatus(address.tab) ? address.tab : 'New';
  const sort = oneOf(registrationSorts, address.sort) ?? 'newest';
  const payment: '' | (typeof paymentFilters)[number]['value'] =
    paymentFilters.find(({ value }) => value === address.payment)?.value ?? '';
  const { search, membership, State } = address;
  const page = pageNumber(address.page);
  const query = { status: tab, search, membership, State, payment, sort, page };
  const { data, failed, loading, reload } = useLoad(listRegistrations, { query });

  const total = data?.pagination.totalCount ?? 0;
  const toPage = useCallback((next: number) => change({ page: String(next) }), [change]);
  usePageWithin(page, { data, loading }, toPage);

  const acted = useRef(false);
  useEffect(() => {
    if (loading || !acted.current) return;
    acted.current = false;
    // The row whose button had the focus may have moved to another tab.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [loading]);
  const changed = () => {
    acted.current = true;
    reload();
  };

  return (
    <>
      <PageHeader title="Registrations">
        <Button onClick={() => setAdding(true)}>Add Prosecutor</Button>
      </PageHeader>
      <Tabs
        className={styles.tabs}
        value={tab}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Registrations by status"
        onChange={(_, status: string) => change({ tab: status })}
      >
        {registrationStatuses.map((status) => (
          <Tab
            key={status}
            id={`tab-${status}`}
            aria-controls="registrations"
            value={status}
            label={
              <span className={styles.label}>
                {tabLabels[status]} {data && <span className={styles.number}>{formatNumber(data.counts[status])}</span>}
              </span>
            }
          />
        ))}
      </Tabs>
      <div id="registrations" role="tabpanel" aria-labelledby={`tab-${tab}`} className={styles.panel}>
        <RegistrationFilters
          filters={{ search, membership, State, payment }}
          onChange={change}
          sort={sort}
          onSort={(next) => change({ sort: next })}
        />
        <p ref={heading} tabIndex={-1} className={list.count} role="status">
          {data && !failed ? `${formatNumber(total)} ${total === 1 ? 'registration' : 'registrations'}` : ''}
        </p>
        <RegistrationsTable
          caption={tabLabels[tab]}
          rows={data?.data}
          pagination={data?.pagination}
          loading={loading}
          failed={failed !== undefined}
          onRetry={reload}
          onPage={toPage}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          onReview={(row) => setReviewed(row._id)}
          onDelete={tab === 'Rejected' ? setDeleting : undefined}
        />
      </div>
      <Suspense>
        {adding && (
          <AddProsecutorDialog
            onClose={() => setAdding(false)}
            onAdded={() => {
              if (tab !== 'New') change({ ...defaults });
              else changed();
            }}
          />
        )}
        {reviewed && <ReviewDialog id={reviewed} onClose={() => setReviewed(undefined)} onChanged={changed} />}
      </Suspense>
      {deleting && <DeleteRecordDialog record={deleting} onClose={() => setDeleting(undefined)} onDeleted={changed} />}
    </>
  );
}
