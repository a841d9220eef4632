import { useState } from 'react';
import {
  type Administrator,
  inviteAdministrator,
  listAdministrators,
  setAdministratorDisabled,
} from '#shared/contracts/auth.ts';
import { endAdministratorSessions } from '#shared/contracts/sessions.ts';
import { AdministratorsTable } from '#web/features/administrators/AdministratorsTable.tsx';
import { InviteDialog } from '#web/features/administrators/InviteDialog.tsx';
import { PowersDialog } from '#web/features/administrators/PowersDialog.tsx';
import { api } from '#web/lib/api.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';

export function Component() {
  const { data, failed, loading, reload } = useLoad(listAdministrators, {});
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<{ row: Administrator; action: 'toggle' | 'invite' | 'end' | 'powers' }>();

  const carryOut = async (call: Promise<{ message: string }>) => {
    try {
      toast.success((await call).message);
    } catch (error) {
      showFailure(error);
    }
    reload();
  };
  const close = () => setAsked(undefined);

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
        onPowers={(row) => setAsked({ row, action: 'powers' })}
        onToggle={(row) => setAsked({ row, action: 'toggle' })}
        onInviteAgain={(row) => setAsked({ row, action: 'invite' })}
        onEndSessions={(row) => setAsked({ row, action: 'end' })}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} onInvited={reload} />}
      {asked?.action === 'powers' && (
        <PowersDialog
          row={data?.data.find(({ _id }) => _id === asked.row._id) ?? asked.row}
          onClose={close}
          reload={reload}
        />
      )}
      {asked?.action === 'toggle' && (
        <ToggleQuestion
          row={asked.row}
          onClose={close}
          onConfirm={(disabled) =>
            carryOut(api(setAdministratorDisabled, { params: { id: asked.row._id }, body: { disabled } }))
          }
        />
      )}
      {asked?.action === 'end' && (
        <ConfirmDialog
          open
          title="End this administrator's logins?"
          confirmLabel="End logins"
          onClose={close}
          onConfirm={() => carryOut(api(endAdministratorSessions, { params: { id: asked.row._id } }))}
        >
          {asked.row.email} is logged out on all devices at once, and can log in again.
        </ConfirmDialog>
      )}
      {asked?.action === 'invite' && (
        <ConfirmDialog
          open
          title="Invite again?"
          confirmLabel="Invite again"
          onClose={close}
          onConfirm={() => carryOut(api(inviteAdministrator, { body: { email: asked.row.email } }))}
        >
          A new temporary password goes to {asked.row.email}. The one in the earlier mail stops working.
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
