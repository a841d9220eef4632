import Button from '@mui/material/Button';
import { z } from 'zod';
import { inviteAdministrator } from '#shared/contracts/auth.ts';
import { email } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Field } from '#web/ui/Field.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';

const inviteSchema = z.object({ email: email(messages.adminLogin.email, messages.adminLogin.emailFormat) });

export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const form = useSchemaForm(inviteSchema, { email: '' });
  const busy = form.formState.isSubmitting;
  const submit = form.send(async (values) => {
    const { message } = await api(inviteAdministrator, { body: values });
    toast.success(message);
    onInvited();
    onClose();
  });
  return (
    <ModalDialog
      open
      title="Invite an administrator"
      onClose={onClose}
      busy={busy}
      onSubmit={submit}
      actions={
        <>
          <Button variant="outlined" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Invite
          </Button>
        </>
      }
    >
      <p>
        A mail with a temporary password goes to this address; it is valid for {limits.temporaryPasswordDays} days. An
        administrator may do everything in the back office.
      </p>
      <Field
        control={form.control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        maxLength={limits.emailLength}
      />
    </ModalDialog>
  );
}
