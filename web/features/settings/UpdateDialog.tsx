import { z } from 'zod';
import {
  addImportantUpdate,
  editImportantUpdate,
  type ImportantUpdate,
  importantUpdateSchema,
} from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { FieldInBoth, hindiChanges, ShownInBoth, StillFits } from '#web/features/content/InBoth.tsx';
import type { EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { OfficeText } from '#web/ui/page/Prose.tsx';

interface Props extends EditDialogProps<ImportantUpdate> {
  settingsId: string;
}

const valuesOf = (update: ImportantUpdate | null) => ({
  title: update?.title ?? '',
  description: update?.description ?? '',
  hi: { title: update?.hi.title ?? '', description: update?.hi.description ?? '' },
  stillFits: false,
});
const schema = importantUpdateSchema.extend({ stillFits: z.boolean() });
const newUpdate: Pick<ImportantUpdate, 'hi' | 'older'> = { hi: {}, older: [] };

/** Adds or changes an important update. */
export function UpdateDialog({ settingsId, row: update, ...dialog }: Props) {
  const current = valuesOf(update);
  const { hi, older } = update ?? newUpdate;
  const form = useForm(checkedBy(schema), current);
  const { control } = form;
  const [title, text, hindi] = useWatch(control, ['title', 'description', 'hi']);
  return (
    <FormDialog
      {...dialog}
      wide
      title={update ? 'Edit Important Update' : 'Add Important Update'}
      submitLabel={update ? 'Save' : 'Add'}
      form={form}
      current={current}
      version={update?.version}
      failure={messages.update.saveFailed}
      save={async ({ stillFits, ...typed }) => {
        const body = { ...typed, hi: hindiChanges(typed.hi, hi, stillFits) };
        if (!update) {
          await api(addImportantUpdate, { params: { settingsId }, body });
          return { message: messages.update.added };
        }
        const { id: updateId, version } = update;
        await api(editImportantUpdate, { params: { settingsId, updateId }, body: { ...body, version } });
        return { message: messages.update.edited };
      }}
    >
      <FieldInBoth
        control={control}
        name="title"
        hindi="hi.title"
        label="Title"
        required
        maxLength={limits.lineLength}
        isOlder={older.includes('title')}
      />
      <FieldInBoth
        control={control}
        name="description"
        hindi="hi.description"
        label="Description"
        required
        rows={5}
        maxLength={limits.textLength}
        isOlder={older.includes('description')}
      />
      <StillFits control={control} name="stillFits" hi={hi} older={older} />
      <ShownInBoth
        english={<Notice title={title} text={text} />}
        hindi={
          (hindi?.title || hindi?.description) && (
            <Notice title={hindi.title || title} text={hindi.description || text} />
          )
        }
      />
    </FormDialog>
  );
}

const Notice = ({ title, text }: { title: string; text: string }) => (
  <>
    <OfficeText as="h3" className="text-18 m-0" text={title} lang={langOf(title)} />
    <OfficeText as="p" className="whitespace-pre-line m-0 mt-4px" text={text} lang={langOf(text)} />
  </>
);
