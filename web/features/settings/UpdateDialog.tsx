import Button from '@mui/material/Button';
import { useState } from 'react';
import {
  addImportantUpdate,
  editImportantUpdate,
  type ImportantUpdate,
  importantUpdateSchema,
} from '#shared/contracts/settings.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { ConflictNotice } from '#web/ui/ConflictNotice.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';

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
  const [conflict, setConflict] = useState(false);
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
      if (error instanceof AppError && error.code === 'RECORD_CHANGED') {
        setConflict(true);
        onSaved();
      }
      // Without a reason from the server the specified words are shown.
      if (error instanceof AppError && error.status < 500) throw error;
      throw new AppError('UNAVAILABLE', messages.update.saveFailed);
    }
  });
  return (
    <ModalDialog
      open
      title={update ? 'Edit Important Update' : 'Add Important Update'}
      onClose={onClose}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button variant="outlined" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {update ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      {conflict && (
        <ConflictNotice
          onShowCurrent={() => {
            form.reset(valuesOf(update));
            setConflict(false);
          }}
        />
      )}
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
    </ModalDialog>
  );
}
