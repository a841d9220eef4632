import { type Passkey, renamePasskey, renamePasskeySchema } from '#shared/contracts/passkeys.ts';
import { api } from '#web/lib/api.ts';
import { checkedBy } from '#web/lib/checked-by.ts';
import { t } from '#web/lib/text.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/lib/useForm.ts';
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
