import { type Passkey, renamePasskey, renamePasskeySchema } from '#shared/contracts/passkeys.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { t } from '#web/lib/languages/text.ts';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm(checkedBy(renamePasskeySchema), { name: passkey.name });
  return (
    <ShortFormDialog
      small
      title={t('Rename this passkey')}
      submitLabel={t('Save')}
      form={form}
      send={async (body) => {
        toast.success((await api(renamePasskey, { params: { id: passkey.id }, body })).message);
        onClose();
      }}
      onClose={onClose}
    >
      <FormStack disabled={form.busy}>
        <Field control={form.control} name="name" label={t('Name')} autoFocus />
      </FormStack>
    </ShortFormDialog>
  );
}
