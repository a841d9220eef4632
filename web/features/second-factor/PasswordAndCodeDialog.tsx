import Button from '@mui/material/Button';
import { passwordAndCodeSchema } from '#shared/contracts/second-factor.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';

interface Props {
  title: string;
  /** What comes of it. */
  text: string;
  submitLabel: string;
  danger?: boolean;
  send: (given: { password: string; code: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks for both factors before one of them is changed. */
export function PasswordAndCodeDialog({ title, text, submitLabel, danger = false, send, onClose }: Props) {
  const form = useSchemaForm(passwordAndCodeSchema, { password: '', code: '' });
  const busy = form.formState.isSubmitting;
  return (
    <ModalDialog
      open
      title={title}
      onClose={onClose}
      busy={busy}
      onSubmit={form.send(send)}
      actions={
        <>
          <Button variant="outlined" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'error' : 'primary'} loading={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormStack disabled={busy}>
        <p>{text}</p>
        <PasswordField
          control={form.control}
          name="password"
          label="Your Password"
          autoComplete="current-password"
          autoFocus
        />
        <CodeField control={form.control} name="code" />
      </FormStack>
    </ModalDialog>
  );
}
