import { useCallback } from 'react';
import { logKinds, searchLog } from '#shared/contracts/office.ts';
import { kindLabels, LogTable } from '#web/features/log/LogTable.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { usePageWithin } from '#web/lib/usePageWithin.ts';
import { pageNumber, useQueryState } from '#web/lib/useQueryState.ts';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import styles from './LogPage.module.css';
import list from './list.module.css';

const defaults = { kind: '', search: '', page: '1' };

export function Component() {
  const [address, change] = useQueryState(defaults);
  const kind = logKinds.find((known) => known === address.kind) ?? '';
  const page = pageNumber(address.page);
  const { data, failed, loading, reload } = useLoad(searchLog, { query: { kind, search: address.search, page } });
  const toPage = useCallback((next: number) => change({ page: String(next) }), [change]);
  usePageWithin(page, { data, loading }, toPage);
  const total = data?.pagination.totalCount ?? 0;

  return (
    <>
      <PageHeader title="Log" text="Decisions, logins, exports, mails and changes, newest first" />
      <search className={styles.filters} aria-label="Log">
        <SearchField
          label="Search the log"
          placeholder="Reference, e-mail or words"
          value={address.search}
          onChange={(search) => change({ search })}
        />
        <FilterSelect
          label="Kind"
          value={kind}
          options={logKinds.map((value) => ({ value, label: kindLabels[value] }))}
          onChange={(next) => change({ kind: next })}
        />
      </search>
      <p className={list.count} role="status">
        {data && !failed ? `${formatNumber(total)} ${total === 1 ? 'entry' : 'entries'}` : ''}
      </p>
      <LogTable
        rows={data?.data}
        pagination={data?.pagination}
        loading={loading}
        failed={failed !== undefined}
        onRetry={reload}
        onPage={toPage}
        onRetried={reload}
      />
    </>
  );
}
