import { z } from 'zod';
import { logKinds, searchLog } from '#shared/contracts/activity-log.ts';
import { mailStates } from '#shared/options.ts';
import { kindLabels, LogTable } from '#web/features/activity-log/LogTable.tsx';
import { mailChoices } from '#web/features/activity-log/MailStatus.tsx';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { counted } from '#web/lib/languages/format.ts';
import { FilterDate } from '#web/ui/forms/DateField.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';

const defaults = { kind: '', mail: '', search: '', from: '', to: '', page: '1' };

/** The day in the address; '' if it is not a date. */
const dayOf = (text: string) => (z.iso.date().safeParse(text).success ? text : '');

export function Component() {
  const [address, change, { page, onPage }] = useQueryState(defaults);
  const kind = logKinds.find((each) => each === address.kind) ?? '';
  const mail = mailStates.find((each) => each === address.mail) ?? '';
  const [from, to] = [dayOf(address.from), dayOf(address.to)];
  const query = { kind, mail: kind === 'mail' ? mail : '', search: address.search, from, to, page } as const;
  const load = useLoad(searchLog, { query });
  const { data, failed, reload } = load;
  const table = usePaging(load, page, onPage);
  const total = data?.pagination.totalCount ?? 0;

  return (
    <>
      <PageHeader title="Log" text="Decisions, logins, refusals, exports, mails and changes, newest first" />
      <FilterBar
        label="Log"
        chosen={[kind, query.mail, from, to].filter((value) => value !== '').length}
        search={{
          label: 'Search the log',
          placeholder: 'Name, reference or words',
          value: address.search,
          onChange: (search) => change({ search }),
        }}
      >
        <FilterSelect
          label="Kind"
          value={kind}
          options={logKinds.map((value) => ({ value, label: kindLabels[value] }))}
          onChange={(next) => change({ kind: next })}
        />
        {kind === 'mail' && (
          <FilterSelect label="Mail" value={mail} options={mailChoices} onChange={(next) => change({ mail: next })} />
        )}
        <FilterDate label="From" value={from} max={to} onChange={(next) => change({ from: next })} />
        <FilterDate label="To" value={to} min={from} onChange={(next) => change({ to: next })} />
      </FilterBar>
      <p className="text-muted text-14 min-h-line m-0 mt-1 mb-4px" role="status">
        {data && !failed ? counted(total, 'entry', 'entries') : ''}
      </p>
      <LogTable {...table} onRetried={reload} />
    </>
  );
}
