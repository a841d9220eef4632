import { passwordAndCodeSchema } from '#shared/contracts/second-factor.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { PlainDialog } from '#web/ui/PlainDialog.tsx';
import { CodeField } from './CodeField.tsx';

interface Props {
  title: string;
  /** Explains the consequence. */
  text: string;
  submitLabel: string;
  danger?: boolean | undefined;
  send: (given: { password: string; code: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks for both factors before changing one of them. */
export function PasswordAndCodeDialog({ title, text, submitLabel, danger, send, onClose }: Props) {
  const form = useSchemaForm(passwordAndCodeSchema, { password: '', code: '' });
  const busy = form.formState.isSubmitting;
  return (
    <PlainDialog
      open
      title={title}
      onClose={onClose}
      busy={busy}
      onSubmit={form.send(send)}
      actions={<FormActions busy={busy} submitLabel={submitLabel} danger={danger} onCancel={onClose} />}
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
    </PlainDialog>
  );
}
