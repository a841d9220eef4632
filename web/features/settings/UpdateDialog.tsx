import Button from '@mui/material/Button';
import {
  addImportantUpdate,
  editImportantUpdate,
  type ImportantUpdate,
  importantUpdateSchema,
} from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { saveFailure } from '#web/lib/useAttempt.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Field } from '#web/ui/Field.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { useConflict } from '#web/ui/useConflict.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';

interface Props {
  settingsId: string;
  /** null: a new one. */
  update: ImportantUpdate | null;
  onSaved: () => void;
  onClose: () => void;
}

const valuesOf = (update: ImportantUpdate | null) => ({
  title: update?.title ?? '',
  discription: update?.discription ?? '',
});

/** Adds or changes an important update. */
export function UpdateDialog({ settingsId, update, onSaved, onClose }: Props) {
  const form = useSchemaForm(importantUpdateSchema, valuesOf(update));
  const conflict = useConflict(update?.version, onSaved, () => form.reset(valuesOf(update)));
  const { close, question } = useDiscardQuestion(form.formState.isDirty, onClose);
  const busy = form.formState.isSubmitting;
  const submit = form.send(async (body) => {
    try {
      if (update) {
        await api(editImportantUpdate, {
          params: { settingsId, updateId: update._id },
          body: { ...body, version: update.version },
        });
      } else {
        await api(addImportantUpdate, { params: { settingsId }, body });
      }
      toast.success(update ? messages.update.edited : messages.update.added);
      onClose();
      onSaved();
    } catch (error) {
      conflict.check(error);
      throw saveFailure(error, messages.update.saveFailed);
    }
  });
  return (
    <ModalDialog
      open
      title={update ? 'Edit Important Update' : 'Add Important Update'}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button variant="outlined" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {update ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      {conflict.notice}
      <FormStack disabled={busy}>
        <Field control={form.control} name="title" label="Title" required maxLength={limits.lineLength} />
        <Field
          control={form.control}
          name="discription"
          label="Description"
          required
          rows={5}
          maxLength={limits.textLength}
        />
      </FormStack>
      {question}
    </ModalDialog>
  );
}
