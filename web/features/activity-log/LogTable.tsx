import type { LogKind, searchLog } from '#shared/contracts/activity-log.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { type Column, DataTable, nothing, type PagedRows } from '#web/ui/tables/DataTable.tsx';
import { MiddleCut } from '#web/ui/tables/MiddleCut.tsx';
import { DayAndTime, TwoLines } from '#web/ui/tables/TwoLines.tsx';
import styles from './LogTable.module.css';
import { MailStatus } from './MailStatus.tsx';

type Entry = EndpointResponse<typeof searchLog>['data'][number];

export const kindLabels: Record<LogKind, string> = {
  decision: 'Decision',
  login: 'Login',
  security: 'Security',
  reading: 'Reading',
  export: 'Export',
  mail: 'Mail',
  content: 'Content',
  administrator: 'Administrator',
  member: 'Member',
};

interface Props extends PagedRows<Entry> {
  /** Called when a mail is sent again. */
  onRetried: () => void;
}

export function LogTable({ onRetried, ...list }: Props) {
  const columns: readonly Column<Entry>[] = [
    {
      key: 'text',
      header: 'What',
      primary: true,
      cell: (row) => (
        <span className={`grid gap-4px whitespace-pre-line ${styles.what}`}>
          {row.text}
          {row.mail && (
            <MailStatus
              id={row.id}
              about={row.text}
              state={row.mail.state}
              error={row.mail.error}
              toFile={row.mail.toFile}
              onRetried={onRetried}
            />
          )}
        </span>
      ),
    },
    {
      key: 'subject',
      header: 'About',
      free: true,
      cell: (row) => (row.subject ? <TwoLines first={row.subject} to={row.link} second={row.name} /> : nothing),
    },
    { key: 'kind', header: 'Kind', cell: (row) => <TwoLines first={kindLabels[row.kind]} /> },
    { key: 'by', header: 'By', width: '24%', cell: (row) => <MiddleCut text={row.by} /> },
    { key: 'at', header: 'When', cell: (row) => <DayAndTime at={row.at} /> },
  ];
  return <DataTable caption="Log" columns={columns} rowKey={(row) => row.id} {...list} />;
}
