import Button from '@mui/material/Button';
import { createResource, type ResourceLink, resourceSchema, updateResource } from '#shared/contracts/resources.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Field } from '#web/ui/Field.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';

interface Props {
  /** null: a new link. */
  resource: ResourceLink | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Adds or changes a link. */
export function ResourceDialog({ resource, onSaved, onClose }: Props) {
  const form = useSchemaForm(resourceSchema, { link: resource?.ResourcesLink ?? '' });
  const busy = form.formState.isSubmitting;
  const submit = form.send(async ({ link }) => {
    const { message } = resource
      ? await api(updateResource, { body: { link, link_id: resource._id } })
      : await api(createResource, { body: { link } });
    toast.success(message);
    onSaved();
  });
  return (
    <ModalDialog
      open
      title={resource ? 'Edit Resource' : 'Add Resource'}
      onClose={onClose}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button variant="outlined" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {resource ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
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
    </ModalDialog>
  );
}
