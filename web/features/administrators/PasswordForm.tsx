import { useState } from 'react';
import { changeAdminPassword, changeAdminPasswordSchema } from '#shared/contracts/administrators.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { PasskeyInstead, type PasskeyProof } from '#web/features/passkeys/PasskeyInstead.tsx';
import { api } from '#web/lib/calls/api.ts';
import { saveFailure } from '#web/lib/calls/useAttempt.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { checkFields, resetForm } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { passwordChanged } from '#web/lib/login/session.ts';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the administrator's own password; the result is an alert above the fields. */
export function PasswordForm() {
  const form = useForm(checkedBy(changeAdminPasswordSchema), empty, { showsFailure: true });
  const [changed, setChanged] = useState('');
  const { control, busy, failure } = form;

  const change = async (values: typeof empty | (Omit<typeof empty, 'oldPassword'> & PasskeyProof)) => {
    setChanged('');
    const { message } = await api(changeAdminPassword, { body: values }).catch((error: unknown) => {
      throw saveFailure(error, messages.password.adminServerError);
    });
    passwordChanged();
    resetForm(control, empty);
    setChanged(message || messages.password.adminChanged);
  };

  return (
    <form className="grid gap-3 max-w-480" noValidate onSubmit={form.send(change)} aria-label="Change password">
      {failure && <Note tone="error">{failure}</Note>}
      {changed && !failure && !form.isDirty && <Note tone="success">{changed}</Note>}
      <fieldset className="grid gap-3" disabled={busy}>
        <PasswordField
          control={control}
          name="oldPassword"
          label="Current Password"
          required
          autoComplete="current-password"
        />
        <PasswordField
          control={control}
          name="newPassword"
          label="New Password"
          required
          autoComplete="new-password"
          hint={`At least ${limits.passwordMin} characters`}
        />
        <PasswordField
          control={control}
          name="confirmPassword"
          label="Confirm Password"
          required
          autoComplete="new-password"
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            Update
          </Button>
          <PasskeyInstead
            label="Update with a passkey"
            isReady={() => checkFields(control, 'newPassword', 'confirmPassword')}
            send={(proof) => {
              const { newPassword, confirmPassword } = control.values;
              return change({ newPassword, confirmPassword, ...proof });
            }}
            onFailure={form.showFailure}
          />
        </div>
      </fieldset>
    </form>
  );
}
