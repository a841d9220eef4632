import { z } from 'zod';
import { inviteAdministrator } from '#shared/contracts/auth.ts';
import { email } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';

const inviteSchema = z.object({ email: email(messages.adminLogin.email, messages.adminLogin.emailFormat) });

const current = { email: '' };

export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const form = useSchemaForm(inviteSchema, current);
  return (
    <FormDialog
      title="Invite an administrator"
      submitLabel="Invite"
      form={form}
      current={current}
      version={undefined}
      save={(values) => api(inviteAdministrator, { body: values })}
      onClose={onClose}
      reload={onInvited}
    >
      <p>
        A temporary password will be mailed to this address. It is valid for {limits.temporaryPasswordDays} days. An
        administrator can do everything in the back office.
      </p>
      <Field
        control={form.control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        maxLength={limits.emailLength}
      />
    </FormDialog>
  );
}
