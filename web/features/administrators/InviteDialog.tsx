import { inviteAdministrator, powersSchema } from '#shared/contracts/administrators.ts';
import { email } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { PowersFields, type PowersValues } from './PowersField.tsx';

const inviteSchema = powersSchema.safeExtend({
  email: email(messages.adminLogin.email, messages.adminLogin.emailFormat),
});

const current: PowersValues & { email: string } = { email: '', powers: ['members'], states: [] };

export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const form = useForm(checkedBy(inviteSchema), current);
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
      <PowersFields control={form.control} />
    </FormDialog>
  );
}
