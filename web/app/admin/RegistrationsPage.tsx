import { Suspense, useCallback, useEffect, useState } from 'react';
import type { BulkAction } from '#shared/contracts/bulk-decisions.ts';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import {
  deleteRegistration,
  listRegistrations,
  type RegistrationSort,
  registrationSorts,
} from '#shared/contracts/registrations.ts';
import { formatNumber } from '#shared/money.ts';
import { registrationStatuses } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { BulkBar } from '#web/features/registrations/bulk/BulkBar.tsx';
import { JobNotices, useBulkDecisions } from '#web/features/registrations/bulk/JobNotices.tsx';
import { useTicks } from '#web/features/registrations/bulk/useTicks.ts';
import { DecisionNotice, type DecisionText } from '#web/features/registrations/review/DecisionNotice.tsx';
import {
  correctionFilters,
  noRegistrationFilters,
  paymentFilters,
  RegistrationFilters,
} from '#web/features/registrations/review/RegistrationFilters.tsx';
import { RegistrationsTable } from '#web/features/registrations/review/RegistrationsTable.tsx';
import { isStatus, tabLabels } from '#web/features/registrations/review/wording.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { useOpened, useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useSwitch } from '#web/lib/browser/useSwitch.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { tellWaitingChanged } from '#web/lib/calls/waiting.ts';
import { counted } from '#web/lib/languages/format.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { CountedTabs } from '#web/ui/tables/CountedTabs.tsx';

/** Deletes a rejected record permanently, after a confirmation. */
function DeleteRecordDialog(props: {
  record: { id: string; name: string; reference: string };
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { record, onClose, onDeleted } = props;
  const remove = async () => {
    try {
      const { message } = await api(deleteRegistration, { params: { id: record.id } });
      toast.success(message);
    } finally {
      // Also after a failure, as somebody else may have deleted or reopened it.
      onDeleted();
    }
  };
  return (
    <ConfirmDialog open danger title="Delete this record?" confirmLabel="Delete" onConfirm={remove} onClose={onClose}>
      The record of {record.name} ({record.reference}) will be deleted with its files. This cannot be undone.
    </ConfirmDialog>
  );
}

// The forms are loaded when they are first opened; the review, the page's main purpose, once the page is idle.
const AddProsecutorDialog = lazyPart(
  () => import('#web/features/registrations/review/AddProsecutorDialog.tsx'),
  'AddProsecutorDialog',
);
const ReviewDialog = lazyPart(() => import('#web/features/registrations/review/ReviewDialog.tsx'), 'ReviewDialog');
const BulkDialog = lazyPart(() => import('#web/features/registrations/bulk/BulkDialog.tsx'), 'BulkDialog');

const defaults = { tab: 'New', ...noRegistrationFilters, sort: 'newest', page: '1' };

/** The address's value if it is one of `values`. */
function oneOf<T extends string>(values: readonly T[], text: string): T | undefined {
  return values.find((value) => value === text);
}
/** The address's value if it is one of the filter's options, else ''. */
function chosen<T extends string>(options: readonly { value: T }[], text: string): '' | T {
  return options.find(({ value }) => value === text)?.value ?? '';
}

export function Component() {
  const [oldestFirst, keepSort] = useSwitch('registrationsOldestFirst', false);
  const [usual] = useState({ ...defaults, sort: oldestFirst ? 'oldest' : 'newest' });
  const [address, change, { page, onPage }] = useQueryState(usual);
  const onSort = (next: RegistrationSort) => {
    keepSort(next === 'oldest');
    change({ sort: next });
  };
  const { may, states } = useOffice();
  const [reviewed, review] = useOpened('review');
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<OfficeRecord>();
  const [bulk, setBulk] = useState<BulkAction>();
  const [notice, setNotice] = useState<DecisionText>();

  const tab = isStatus(address.tab) ? address.tab : 'New';
  const sort = oneOf(registrationSorts, address.sort) ?? 'newest';
  const { search, membership, state } = address;
  const payment = chosen(paymentFilters, address.payment);
  const correction = chosen(correctionFilters, address.correction);
  const filter = { search, membership, state, payment, correction };
  const query = { status: tab, ...filter, sort, page };
  const load = useLoad(listRegistrations, { query });
  const { data, failed } = load;
  const again = load.reload;
  const reload = useCallback(() => {
    again();
    tellWaitingChanged();
  }, [again]);
  const table = usePaging(load, page, onPage);
  const ticks = useTicks(JSON.stringify([tab, filter]));
  const decisions = useBulkDecisions();

  useEffect(() => whenIdle(ReviewDialog.fetchAhead), []);

  const total = data?.pagination.totalCount ?? 0;

  const narrowed = Object.values(filter).some((value) => value !== '');
  const elsewhere = narrowed && data ? registrationStatuses.filter((other) => other !== tab && data.counts[other]) : [];

  return (
    <>
      <PageHeader title="Registrations" text={states.length > 0 ? states.join(', ') : undefined}>
        {may('full') && (
          <Link to={paths.admin.imports} className={buttonLook('outlined')}>
            Import
          </Link>
        )}
        <Button onClick={() => setAdding(true)}>Add Prosecutor</Button>
      </PageHeader>
      <JobNotices decisions={decisions} onChanged={reload} />
      {!reviewed && <DecisionNotice said={notice} onSaid={setNotice} onUndone={reload} />}
      <CountedTabs
        id="registrations"
        label="Registrations by status"
        tabs={registrationStatuses}
        names={tabLabels}
        counts={data?.counts}
        value={tab}
        onChange={(status) => change({ tab: status })}
      >
        <RegistrationFilters filters={filter} onChange={change} sort={sort} onSort={onSort} />
        <p className="text-muted text-14 min-h-line m-0 mt-1 mb-4px" role="status">
          {data && !failed && (
            <>
              {counted(total, 'registration')}
              {elsewhere.length > 0 && ' here'}
              {elsewhere.map((status) => (
                <span key={status}>
                  {', '}
                  <button type="button" className="link-button" onClick={() => change({ tab: status })}>
                    {formatNumber(data.counts[status])} in {tabLabels[status]}
                  </button>
                </span>
              ))}
            </>
          )}
        </p>
        <RegistrationsTable
          caption={tabLabels[tab]}
          {...table}
          sort={sort}
          onSort={onSort}
          selection={tab === 'New' ? ticks.selection : undefined}
          onReview={(row) => review(row.id)}
          onDelete={tab === 'Rejected' ? setDeleting : undefined}
        />
        {tab === 'New' && <BulkBar ticks={ticks} total={total} onAction={setBulk} />}
      </CountedTabs>
      <Suspense>
        {adding && (
          <AddProsecutorDialog
            onClose={() => setAdding(false)}
            onAdded={() => {
              if (tab !== 'New') change({ ...usual });
              else reload();
            }}
          />
        )}
        {reviewed && (
          <ReviewDialog
            id={reviewed}
            list={query}
            onShow={review}
            onClose={() => review(undefined)}
            onChanged={reload}
            said={notice}
            onSaid={setNotice}
          />
        )}
        {bulk && (
          <BulkDialog
            action={bulk}
            target={ticks.all ? { filter } : { items: [...ticks.items] }}
            onClose={() => setBulk(undefined)}
            onBegun={(job, action) => {
              decisions.watch(job, action);
              ticks.clear();
            }}
          />
        )}
      </Suspense>
      {deleting && <DeleteRecordDialog record={deleting} onClose={() => setDeleting(undefined)} onDeleted={reload} />}
    </>
  );
}
