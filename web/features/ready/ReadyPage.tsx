import { useState } from 'react';
import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import {
  checkNow,
  listReady,
  mailCode,
  putOffReady,
  type ReadyCheckAnswer,
  typedCode,
  typeMailCode,
} from '#shared/contracts/ready.ts';
import { paths } from '#shared/paths.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
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
  members: 'Members',
};

const states: Record<Check['state'], readonly [Tone, string]> = {
  ok: ['good', 'Right'],
  missing: ['warn', 'Missing'],
  wrong: ['bad', 'Wrong'],
  'not needed': ['neutral', 'Not needed'],
};

const codeSchema = z.object({ code: typedCode });

/** The code of a letter to oneself, which proves that mails arrive. */
function CodeDialog({ onClose, onProved }: { onClose: () => void; onProved: () => void }) {
  const form = useForm(checkedBy(codeSchema), { code: '' });
  return (
    <ShortFormDialog
      title="Type the mailed code"
      submitLabel="Prove"
      small
      form={form}
      send={async (body) => {
        const { message } = await api(typeMailCode, { body });
        toast.success(message);
        onProved();
        onClose();
      }}
      onClose={onClose}
    >
      <p>A letter with a code is on its way to your own address.</p>
      <Field control={form.control} name="code" label="Code" autoComplete="one-time-code" maxLength={40} />
    </ShortFormDialog>
  );
}

/** What mends it: a screen of the office, a letter to oneself, or lines for the operator. */
function Act({ act, onCode }: Pick<Check, 'act'> & { onCode: () => void }) {
  if (!act) return '';
  if ('href' in act && act.href === paths.admin.ready)
    return (
      <Button small look="outlined" onClick={onCode}>
        {act.text}
      </Button>
    );
  if ('href' in act) return <Link to={act.href}>{act.text}</Link>;
  return (
    <details>
      <summary>{act.text}</summary>
      <span className="whitespace-pre-line">{act.tell}</span>
    </details>
  );
}

const columnsWith = (onCode: () => void): readonly Column<Check>[] => [
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
  { key: 'act', header: 'What mends it', free: true, cell: ({ act }) => <Act act={act} onCode={onCode} /> },
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
  const { busy, attempt } = useAttempt();
  const [isAskingCode, setAskingCode] = useState(false);
  const checkAgain = (id: string) =>
    attempt(async () => {
      await api(checkNow, { body: { id } });
      list.reload();
      return { message: `Checked: ${names[id] ?? id}.` };
    });
  const mailOneself = async () => {
    if (await attempt(() => api(mailCode, {}))) setAskingCode(true);
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
        columns={columnsWith(() => void mailOneself())}
        list={list}
        rows={list.data?.data}
        textsOf={({ id, found }) => [names[id] ?? id, found]}
        actions={({ id, state, putOffUntil }) => (
          <>
            <Button
              small
              look="outlined"
              disabled={busy}
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
      {isAskingCode && <CodeDialog onClose={() => setAskingCode(false)} onProved={list.reload} />}
    </>
  );
}
