import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import { checkNow, listReady, putOffReady, type ReadyCheckAnswer } from '#shared/contracts/ready.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { SearchedTable } from '#web/ui/tables/SearchedTable.tsx';
import { StatusDot, type Tone } from '#web/ui/tables/StatusDot.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';

type Check = ReadyCheckAnswer;

const names: Record<string, string> = {
  name: 'Name and address',
  money: 'Bank account and UPI ID',
  tiers: 'Fees and benefits',
  mail: 'Mails',
  address: 'Address of the site',
  backup: 'Backups',
  restore: 'Trial of a backup',
  people: 'Two administrators',
  law: 'Grievance Officer',
  gateway: 'Payments online',
  disk: 'Room on the disk',
  worker: 'Work beside the pages',
  hindi: 'Hindi',
  logo: 'Logo',
  members: 'Members',
};

const states: Record<Check['state'], readonly [Tone, string]> = {
  ok: ['good', 'Right'],
  missing: ['warn', 'Missing'],
  wrong: ['bad', 'Wrong'],
  'not needed': ['neutral', 'Not needed'],
};

/** What mends it: a screen of the office, or lines for the operator. */
function Act({ act }: Pick<Check, 'act'>) {
  if (!act) return '';
  if ('href' in act) return <Link to={act.href}>{act.text}</Link>;
  return (
    <details>
      <summary>{act.text}</summary>
      <span className="whitespace-pre-line">{act.tell}</span>
    </details>
  );
}

const columns: readonly Column<Check>[] = [
  {
    key: 'id',
    header: 'What',
    primary: true,
    free: true,
    cell: ({ id, necessary, found }) => (
      <TwoLines strong first={`${names[id] ?? id}${necessary ? ' (necessary)' : ''}`} second={found} />
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: '9rem',
    cell: ({ state }) => <StatusDot tone={states[state][0]}>{states[state][1]}</StatusDot>,
  },
  { key: 'act', header: 'What mends it', free: true, cell: ({ act }) => <Act act={act} /> },
  {
    key: 'checkedAt',
    header: 'Checked',
    width: '9rem',
    cell: ({ checkedAt, putOffUntil }) => (
      <TwoLines
        first={checkedAt ? formatDate(checkedAt) : 'Not yet'}
        second={putOffUntil ? `put off until ${formatDate(putOffUntil)}` : ''}
      />
    ),
  },
];

const weekMs = 7 * 24 * 60 * 60 * 1_000;

/** What the site lacks before the association can begin: measured, and never ticked. */
export function Component() {
  const list = useLoad(listReady, {});
  const [underWay, setUnderWay] = useState('');
  const checkAgain = async (id: string) => {
    setUnderWay(id);
    await api(checkNow, { body: { id } }).catch(() => {});
    setUnderWay('');
    list.reload();
  };
  return (
    <>
      <PageHeader
        title="Ready"
        text="What the site needs before members can register, pay and log in. The program measures it, and goes on doing so."
      />
      {list.data?.ready && <Note tone="success">Everything that is necessary is right.</Note>}
      <SearchedTable
        caption="Checks"
        searchLabel="Search checks"
        columns={columns}
        list={list}
        rows={list.data?.data}
        textsOf={({ id, found }) => [names[id] ?? id, found]}
        actions={({ id, state, putOffUntil }) => (
          <>
            <Button
              small
              look="outlined"
              disabled={underWay !== ''}
              onClick={() => void checkAgain(id)}
              aria-label={`Check again: ${names[id] ?? id}`}
            >
              Check again
            </Button>
            {(state === 'missing' || state === 'wrong') && !putOffUntil && (
              <AskedButton
                small
                look="text"
                label="Put off"
                title="Put this off for a week?"
                confirmLabel="Put off"
                act={async () => {
                  const until = new Date(clock.ms() + weekMs).toISOString();
                  await api(putOffReady, { body: { id, until } });
                  list.reload();
                  return { message: 'It was put off for a week.' };
                }}
              >
                Overview and mails say nothing of it for a week. The site does not become ready by it.
              </AskedButton>
            )}
          </>
        )}
      />
    </>
  );
}
