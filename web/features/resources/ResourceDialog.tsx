import Button from '@mui/material/Button';
import { createResource, type ResourceLink, resourceSchema, updateResource } from '#shared/contracts/resources.ts';
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
  /** null: a new link. */
  resource: ResourceLink | null;
  onSaved: () => void;
  onClose: () => void;
  /** Somebody else has saved it meanwhile: load the list again. */
  onConflict: () => void;
}

const valuesOf = (resource: ResourceLink | null) => ({ link: resource?.ResourcesLink ?? '' });

/** Adds or changes a link. */
export function ResourceDialog({ resource, onSaved, onClose, onConflict }: Props) {
  const form = useSchemaForm(resourceSchema, valuesOf(resource));
  const busy = form.formState.isSubmitting;
  const conflict = useConflict(resource?.version, onConflict, () => form.reset(valuesOf(resource)));
  const { close, question } = useDiscardQuestion(form.formState.isDirty, onClose);
  const submit = form.send(async ({ link }) => {
    try {
      const { message } = resource
        ? await api(updateResource, { body: { link, link_id: resource._id, version: resource.version } })
        : await api(createResource, { body: { link } });
      toast.success(message);
      onSaved();
    } catch (error) {
      conflict.check(error);
      throw saveFailure(error, messages.general.failed);
    }
  });
  return (
    <ModalDialog
      open
      title={resource ? 'Edit Resource' : 'Add Resource'}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button variant="outlined" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {resource ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      {conflict.notice}
      <FormStack disabled={busy}>
        <Field
          control={form.control}
          name="link"
          label="Resource Link"
          required
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={limits.urlLength}
        />
      </FormStack>
      {question}
    </ModalDialog>
  );
}
