import { useState } from 'react';
import {
  type Administrator,
  inviteAdministrator,
  listAdministrators,
  powersSchema,
  setAdministratorDisabled,
  setPowers,
} from '#shared/contracts/administrators.ts';
import { endAdministratorSessions } from '#shared/contracts/sessions.ts';
import { AdministratorsTable } from '#web/features/administrators/AdministratorsTable.tsx';
import { InviteDialog } from '#web/features/administrators/InviteDialog.tsx';
import { PowersFields } from '#web/features/administrators/PowersField.tsx';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

/** Changes an administrator's powers and States. */
function PowersDialog(props: { row: Administrator; onClose: () => void; reload: () => void }) {
  const { row, onClose, reload } = props;
  const current = { powers: [...row.powers], states: [...row.states] };
  const form = useForm(checkedBy(powersSchema), current);
  return (
    <FormDialog
      title="Powers and States"
      submitLabel="Save"
      form={form}
      current={current}
      version={row.version}
      save={(values) => api(setPowers, { params: { id: row.id }, body: { ...values, version: row.version } })}
      onClose={onClose}
      reload={reload}
    >
      <p>{row.email}. A change counts at once, also where this person is logged in, and a mail tells of it.</p>
      <PowersFields control={form.control} />
    </FormDialog>
  );
}

export function Component() {
  const { data, failed, loading, reload } = useLoad(listAdministrators, {});
  const [inviting, setInviting] = useState(false);
  const [action, setAction] = useState<{ row: Administrator; action: 'toggle' | 'invite' | 'end' | 'powers' }>();

  const carryOut = async (call: Promise<{ message: string }>) => {
    try {
      toast.success((await call).message);
    } finally {
      reload();
    }
  };
  const close = () => setAction(undefined);

  return (
    <>
      <PageHeader title="Administrators" text="Who may use the back office, what each may do, and for which States">
        <Button onClick={() => setInviting(true)}>Invite</Button>
      </PageHeader>
      <AdministratorsTable
        rows={data?.data}
        loading={loading}
        failed={failed !== undefined}
        onRetry={reload}
        onPowers={(row) => setAction({ row, action: 'powers' })}
        onToggle={(row) => setAction({ row, action: 'toggle' })}
        onInviteAgain={(row) => setAction({ row, action: 'invite' })}
        onEndSessions={(row) => setAction({ row, action: 'end' })}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} onInvited={reload} />}
      {action?.action === 'powers' && (
        <PowersDialog
          row={data?.data.find(({ id }) => id === action.row.id) ?? action.row}
          onClose={close}
          reload={reload}
        />
      )}
      {action?.action === 'toggle' && (
        <ToggleQuestion
          row={action.row}
          onClose={close}
          onConfirm={(disabled) =>
            carryOut(api(setAdministratorDisabled, { params: { id: action.row.id }, body: { disabled } }))
          }
        />
      )}
      {action?.action === 'end' && (
        <ConfirmDialog
          open
          title="End this administrator's logins?"
          confirmLabel="End logins"
          onClose={close}
          onConfirm={() => carryOut(api(endAdministratorSessions, { params: { id: action.row.id } }))}
        >
          {action.row.email} is logged out on all devices at once, and can log in again.
        </ConfirmDialog>
      )}
      {action?.action === 'invite' && (
        <ConfirmDialog
          open
          title="Invite again?"
          confirmLabel="Invite again"
          onClose={close}
          onConfirm={() => carryOut(api(inviteAdministrator, { body: { email: action.row.email } }))}
        >
          A new temporary password goes to {action.row.email}. The one in the earlier mail stops working.
        </ConfirmDialog>
      )}
    </>
  );
}

function ToggleQuestion(props: {
  row: Administrator;
  onClose: () => void;
  onConfirm: (disabled: boolean) => Promise<void>;
}) {
  const { row, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      open
      danger={!row.disabled}
      title={row.disabled ? 'Enable this administrator?' : 'Disable this administrator?'}
      confirmLabel={row.disabled ? 'Enable' : 'Disable'}
      onClose={onClose}
      onConfirm={() => onConfirm(!row.disabled)}
    >
      {row.disabled
        ? `${row.email} may log in again, with the same password as before.`
        : `${row.email} is logged out at once and can no longer log in. What this person has done remains in the log.`}
    </ConfirmDialog>
  );
}
