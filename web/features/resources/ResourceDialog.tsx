import { createResource, type ResourceLink, resourceSchema, updateResource } from '#shared/contracts/resources.ts';
import { limits } from '#shared/limits.ts';
import { ContentDialog, type EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { Field } from '#web/ui/forms/Field.tsx';

const valuesOf = (resource: ResourceLink | null) => ({
  link: resource?.link ?? '',
  name: resource?.name ?? '',
});

/** Adds or changes a link. */
export function ResourceDialog({ row: resource, ...dialog }: EditDialogProps<ResourceLink>) {
  const current = valuesOf(resource);
  const form = useForm(checkedBy(resourceSchema), current);
  return (
    <ContentDialog
      {...dialog}
      row={resource}
      noun="Resource"
      form={form}
      current={current}
      save={({ link, name }) =>
        resource
          ? api(updateResource, { body: { link, name, id: resource.id, version: resource.version } })
          : api(createResource, { body: { link, name } })
      }
    >
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
      <Field
        control={form.control}
        name="name"
        label="Name"
        hint="What visitors read above the address, for example Supreme Court of India"
        maxLength={limits.lineLength}
      />
    </ContentDialog>
  );
}
