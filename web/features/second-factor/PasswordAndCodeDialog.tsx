import { passwordAndCodeSchema } from '#shared/contracts/second-factor.ts';
import { PasskeyInstead, type PasskeyProof } from '#web/features/passkeys/PasskeyInstead.tsx';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { CodeField, OwnPasswordField } from './CodeField.tsx';

interface Props {
  title: string;
  /** Explains the consequence. */
  text: string;
  submitLabel: string;
  danger?: boolean | undefined;
  send: (proof: { password: string; code: string } | PasskeyProof) => Promise<void>;
  onClose: () => void;
}

/** Asks for both factors, or a passkey, before changing one of them. */
export function PasswordAndCodeDialog({ text, ...dialog }: Props) {
  const form = useForm(checkedBy(passwordAndCodeSchema), { password: '', code: '' });
  return (
    <ShortFormDialog {...dialog} form={form}>
      <FormStack disabled={form.busy}>
        <p>{text}</p>
        <PasskeyInstead send={dialog.send} onFailure={form.showFailure} />
        <OwnPasswordField control={form.control} name="password" />
        <CodeField control={form.control} name="code" />
      </FormStack>
    </ShortFormDialog>
  );
}
