import { inviteAdministrator, powersSchema } from '#shared/contracts/auth.ts';
import { email } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { partOf } from '#web/lib/narrow-control.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { PowersFields, type PowersValues } from './PowersField.tsx';

const inviteSchema = powersSchema.safeExtend({
  email: email(messages.adminLogin.email, messages.adminLogin.emailFormat),
});

const current: PowersValues & { email: string } = { email: '', powers: ['members'], states: [] };

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
      <p>A temporary password will be mailed to this address. It is valid for {limits.temporaryPasswordDays} days.</p>
      <Field
        control={form.control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        maxLength={limits.emailLength}
      />
      <PowersFields control={partOf(form.control)} />
    </FormDialog>
  );
}
