import { useCallback, useEffect } from 'react';
import { listPayments } from '#shared/contracts/payments.ts';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { formatRupees } from '#shared/money.ts';
import { type PaymentPurpose, paymentPurposes } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { OnlinePayments } from '#web/features/online/OnlinePayments.tsx';
import { stateLabels } from '#web/features/payments/office-wording.ts';
import { PaymentDialog } from '#web/features/payments/PaymentDialog.tsx';
import { PaymentsTable } from '#web/features/payments/PaymentsTable.tsx';
import { useOneAfterTheOther } from '#web/features/payments/useOneAfterTheOther.ts';
import { purposeLabels } from '#web/features/payments/wording.ts';
import { YearExports } from '#web/features/receipts/YearExports.tsx';
import { useOpened, useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { tellWaitingChanged } from '#web/lib/calls/waiting.ts';
import { counted } from '#web/lib/languages/format.ts';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';

// By default the list shows the payments that wait for the office.
const defaults = { state: 'claimed', purpose: '', search: '', page: '1' };
const tabs = [
  { value: 'claimed', label: stateLabels.claimed },
  { value: 'due', label: stateLabels.due },
  { value: 'part', label: 'Partly paid' },
  { value: 'received', label: stateLabels.received },
  { value: 'refundDue', label: 'To be returned' },
  { value: 'all', label: 'All' },
] as const;
/** Where payments can be made online; what came before the account was given up is opened from the Overview. */
const onlineTab = { value: 'online', label: 'Online, to be checked' } as const;

export function Component() {
  const [{ state }, change] = useQueryState({ state: defaults.state });
  const memberships = useLoad(getMemberships, {});
  const shown = memberships.data?.online || state === onlineTab.value ? [...tabs, onlineTab] : tabs;
  const tab = shown.find(({ value }) => value === state)?.value ?? 'all';
  return (
    <>
      <PageHeader title="Payments" text="What was claimed, what has come, and what is to be sent back">
        <Link to={paths.admin.reconcile} className={buttonLook()}>
          Bank statement
        </Link>
      </PageHeader>
      <Tabs
        label="Payments by status"
        tabs={shown}
        value={tab}
        onChange={(chosen) => change({ state: chosen })}
        panel="payments"
      />
      <div id="payments" role="tabpanel" aria-labelledby={`tab-${tab}`} className="pt-2">
        {tab === onlineTab.value ? <OnlinePayments /> : <PaymentList />}
      </div>
      <YearExports />
    </>
  );
}

/** The payments of one state, and the one that is open. */
function PaymentList() {
  const [address, change, { page, onPage }] = useQueryState(defaults);
  const tab = tabs.find(({ value }) => value === address.state)?.value ?? 'all';
  const purpose: PaymentPurpose | '' = paymentPurposes.find((each) => each === address.purpose) ?? '';
  const query = { state: tab === 'all' ? '' : tab, purpose, search: address.search, page } as const;
  const load = useLoad(listPayments, { query });
  const { data, failed } = load;
  const again = load.reload;
  const reload = useCallback(() => {
    again();
    tellWaitingChanged();
  }, [again]);
  const table = usePaging(load, page, onPage);
  const work = useOneAfterTheOther({ rows: table.rows, loading: table.loading });
  const { open, previous, next, show } = work;
  // A link from another page opens one payment.
  const [linked, setLinked] = useOpened('open');
  const payment = linked ? data?.data.find(({ id }) => id === linked) : undefined;
  useEffect(() => {
    if (!payment) return;
    show(payment);
    setLinked(undefined);
  }, [payment, show, setLinked]);
  const count = data?.totals.count ?? 0;

  return (
    <>
      <FilterBar
        label="Payments"
        chosen={purpose === '' ? 0 : 1}
        search={{
          label: 'Search payments',
          placeholder: 'Name, reference, UTR or receipt number',
          value: address.search,
          onChange: (search) => change({ search }),
        }}
      >
        <FilterSelect
          label="For"
          value={purpose}
          options={paymentPurposes.map((value) => ({ value, label: purposeLabels[value] }))}
          onChange={(chosen) => change({ purpose: chosen })}
        />
      </FilterBar>
      <p className="text-muted text-14 min-h-line m-0 mt-1 mb-4px" role="status">
        {data && !failed ? `${counted(count, 'payment')}, ${formatRupees(data.totals.amount)}` : ''}
      </p>
      <PaymentsTable {...table} onOpen={show} />
      {open && (
        <PaymentDialog
          payment={open}
          onPrevious={previous && (() => show(previous))}
          onNext={next && (() => show(next))}
          onDone={work.showNext}
          onClose={work.close}
          reload={reload}
        />
      )}
    </>
  );
}
