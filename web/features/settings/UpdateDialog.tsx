import {
  addImportantUpdate,
  editImportantUpdate,
  type ImportantUpdate,
  importantUpdateSchema,
} from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/api.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';

interface Props extends EditDialogProps<ImportantUpdate> {
  settingsId: string;
}

const valuesOf = (update: ImportantUpdate | null) => ({
  title: update?.title ?? '',
  discription: update?.discription ?? '',
});

/** Adds or changes an important update. */
export function UpdateDialog({ settingsId, row: update, ...dialog }: Props) {
  const current = valuesOf(update);
  const form = useSchemaForm(importantUpdateSchema, current);
  return (
    <FormDialog
      {...dialog}
      title={update ? 'Edit Important Update' : 'Add Important Update'}
      submitLabel={update ? 'Save' : 'Add'}
      form={form}
      current={current}
      version={update?.version}
      failure={messages.update.saveFailed}
      save={async (body) => {
        if (!update) {
          await api(addImportantUpdate, { params: { settingsId }, body });
          return { message: messages.update.added };
        }
        const { _id: updateId, version } = update;
        await api(editImportantUpdate, { params: { settingsId, updateId }, body: { ...body, version } });
        return { message: messages.update.edited };
      }}
    >
      <Field control={form.control} name="title" label="Title" required maxLength={limits.lineLength} />
      <Field
        control={form.control}
        name="discription"
        label="Description"
        required
        rows={5}
        maxLength={limits.textLength}
      />
    </FormDialog>
  );
}
