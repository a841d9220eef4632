import { useState } from 'react';
import { confirmSession, confirmSessionSchema } from '#shared/contracts/auth.ts';
import { secondFactorState } from '#shared/contracts/second-factor.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { CodeField } from '#web/features/second-factor/CodeField.tsx';
import { api } from '#web/lib/api.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { PlainDialog } from '#web/ui/PlainDialog.tsx';

/**
 * Asks for the password, and for the second factor's code if it is on, before an important action. A native dialog, as it may
 * have to lie over another one.
 */
export function ConfirmIdentityDialog({ onClose }: { onClose: (confirmed: boolean) => void }) {
  const factor = useLoad(secondFactorState, {}).data;
  const [codeAsked, setCodeAsked] = useState(false);
  const form = useSchemaForm(confirmSessionSchema, { password: '', code: '' });
  const busy = form.formState.isSubmitting;
  const submit = form.send(async (values) => {
    try {
      await api(confirmSession, { body: values });
    } catch (error) {
      if (error instanceof AppError && error.code === 'WRONG_CODE') setCodeAsked(true);
      throw error;
    }
    onClose(true);
  });
  return (
    <PlainDialog
      open
      small
      title="Is it you?"
      onClose={() => onClose(false)}
      busy={busy}
      onSubmit={submit}
      actions={<FormActions busy={busy} submitLabel="Confirm" onCancel={() => onClose(false)} />}
    >
      <FormStack disabled={busy}>
        <p>
          This concerns personal data, or the access to it, so please enter your password again. You are then not asked
          for {limits.confirmedMinutes} minutes.
        </p>
        <PasswordField
          control={form.control}
          name="password"
          label="Your Password"
          autoComplete="current-password"
          autoFocus
        />
        {(factor?.enabled || codeAsked) && <CodeField control={form.control} name="code" />}
      </FormStack>
    </PlainDialog>
  );
}
