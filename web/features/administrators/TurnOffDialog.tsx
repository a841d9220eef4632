import Button from '@mui/material/Button';
import { disableSecondFactor, disableSecondFactorSchema } from '#shared/contracts/auth.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(disableSecondFactorSchema, { password: '', code: '' });
  const busy = form.formState.isSubmitting;
  const submit = form.send(async (values) => {
    const { message } = await api(disableSecondFactor, { body: values });
    toast.success(message);
    onClose();
  });
  return (
    <ModalDialog
      open
      title="Turn the second factor off?"
      onClose={onClose}
      busy={busy}
      onSubmit={submit}
      actions={
        <>
          <Button variant="outlined" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" color="error" loading={busy}>
            Turn off
          </Button>
        </>
      }
    >
      <FormStack disabled={busy}>
        <p>After that, the password alone is enough to log in, and the recovery codes no longer work.</p>
        <PasswordField control={form.control} name="password" label="Your Password" autoComplete="current-password" />
        <CodeField control={form.control} name="code" />
      </FormStack>
    </ModalDialog>
  );
}
