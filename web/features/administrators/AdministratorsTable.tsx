import type { Administrator } from '#shared/contracts/administrators.ts';
import { paths } from '#shared/paths.ts';
import { powerTexts } from '#shared/powers.ts';
import { useTableView } from '#web/lib/browser/useQueryState.ts';
import { counted, formatDate } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';

const columns: readonly Column<Administrator>[] = [
  {
    key: 'email',
    header: 'E-mail',
    primary: true,
    sortBy: (row) => row.email,
    cell: (row) => <TwoLines strong first={row.email} second={row.you ? 'This is you' : invitationOf(row)} />,
  },
  {
    key: 'state',
    header: 'Status',
    sortBy: (row) => stateOf(row).label,
    cell: (row) => {
      const { label, tone } = stateOf(row);
      return (
        <div>
          <StatusDot tone={tone}>{label}</StatusDot>
          <TwoLines first="" second={`Second factor ${row.secondFactor ? 'on' : 'off'}`} />
        </div>
      );
    },
  },
  {
    key: 'powers',
    header: 'May do',
    sortBy: (row) => row.powers.join(),
    cell: (row) => (
      <TwoLines first={row.powers.map((power) => powerTexts[power].name).join(', ')} second={reachOf(row)} />
    ),
  },
  {
    key: 'login',
    header: 'Last login',
    sortBy: (row) => row.lastLoginAt ?? '',
    cell: (row) => (
      <div>
        <div>{row.lastLoginAt ? formatDate(row.lastLoginAt) : 'Never'}</div>
        <Link className="tap-on-phone" to={paths.admin.activityOf(row.id)} aria-label={`Activity: ${row.email}`}>
          Activity
        </Link>
      </div>
    ),
  },
];

function invitationOf({ invitedBy, invitedAt }: Administrator): string | undefined {
  return invitedBy && invitedAt ? `Invited by ${invitedBy} on ${formatDate(invitedAt)}` : undefined;
}

/** Such as 'sees 214 members of Kerala'. */
function reachOf({ sees, states }: Administrator): string {
  const where = states.length === 0 ? 'all India' : states.join(', ');
  return sees === null ? 'sees no members’ records' : `sees ${counted(sees, 'member')} of ${where}`;
}

function stateOf(row: Administrator) {
  if (row.disabled) return { label: 'Disabled', tone: 'bad' } as const;
  return row.invited ? ({ label: 'Invited', tone: 'warn' } as const) : ({ label: 'Active', tone: 'good' } as const);
}

interface Props {
  rows: readonly Administrator[] | undefined;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  onPowers: (row: Administrator) => void;
  onToggle: (row: Administrator) => void;
  onInviteAgain: (row: Administrator) => void;
  onEndSessions: (row: Administrator) => void;
}

export function AdministratorsTable({ onPowers, onToggle, onInviteAgain, onEndSessions, ...list }: Props) {
  const view = useTableView();
  return (
    <DataTable
      caption="Administrators"
      columns={columns}
      rowKey={(row) => row.id}
      view={view}
      actions={(row) => (
        <>
          {!row.you && (
            <Button small look="outlined" aria-label={`Powers: ${row.email}`} onClick={() => onPowers(row)}>
              Powers
            </Button>
          )}
          {row.invited && (
            <Button small look="outlined" aria-label={`Invite again: ${row.email}`} onClick={() => onInviteAgain(row)}>
              Invite again
            </Button>
          )}
          {!row.you && !row.disabled && row.lastLoginAt && (
            <Button small look="outlined" aria-label={`End logins: ${row.email}`} onClick={() => onEndSessions(row)}>
              End logins
            </Button>
          )}
          {!row.you && (
            <Button
              small
              look="outlined"
              danger={!row.disabled}
              aria-label={`${row.disabled ? 'Enable' : 'Disable'} ${row.email}`}
              onClick={() => onToggle(row)}
            >
              {row.disabled ? 'Enable' : 'Disable'}
            </Button>
          )}
        </>
      )}
      {...list}
    />
  );
}
