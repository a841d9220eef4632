import type { z } from 'zod';
import { categoriesSchema, type DocumentCategory, saveCategories } from '#shared/contracts/library.ts';
import { limits } from '#shared/limits.ts';
import { FieldInBoth, hindiChanges } from '#web/features/content/InBoth.tsx';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useRows } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { CloseIcon } from '#web/ui/page/icons.tsx';
import { MoveButtons } from '#web/ui/tables/MoveButtons.tsx';

interface Props {
  list: readonly DocumentCategory[];
  version: number;
  onClose: () => void;
  reload: () => void;
}

/** Names, order and number of the categories. */
export function CategoriesDialog({ list, version, onClose, reload }: Props) {
  const current: z.input<typeof categoriesSchema> = {
    categories: list.map(({ name, hi }) => ({ name, was: name, hi: { name: '', ...hi } })),
  };
  const form = useForm(checkedBy(categoriesSchema), current);
  const { control } = form;
  const { rows, append, remove, move } = useRows(control, 'categories');
  return (
    <FormDialog
      title="Categories"
      submitLabel="Save"
      form={form}
      current={current}
      version={version}
      save={({ categories }) => {
        const changed = categories.map(({ hi, ...each }) => ({
          ...each,
          hi: hindiChanges(hi, list.find(({ name }) => name === each.was)?.hi ?? {}, false),
        }));
        return api(saveCategories, { body: { categories: changed, version } });
      }}
      onClose={onClose}
      reload={reload}
    >
      <ul className="grid gap-1 m-0">
        {rows.map(({ key, row: { name, was } }, at) => {
          const { count = 0, older = [] } = list.find((stored) => stored.name === was) ?? {};
          return (
            <li key={key} className="grid grid-cols-1fr-auto items-end gap-1">
              <FieldInBoth
                control={control}
                name={`categories.${at}.name`}
                hindi={`categories.${at}.hi.name`}
                label={`Category ${at + 1}${count > 0 ? ` (${count})` : ''}`}
                maxLength={limits.documentCategory}
                isOlder={older.length > 0}
              />
              <span className="flex items-center">
                <MoveButtons
                  name={name}
                  first={at === 0}
                  last={at === rows.length - 1}
                  onMove={(by) => move(at, at + by)}
                />
                <Button
                  look="icon"
                  aria-label={`Remove ${name || 'this category'}`}
                  title={count > 0 ? `Documents are in ${was}` : undefined}
                  disabled={count > 0 || rows.length === 1}
                  onClick={() => remove(at)}
                >
                  <CloseIcon fontSize="small" />
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      <div>
        <Button
          look="outlined"
          disabled={rows.length >= limits.documentCategories}
          onClick={() => append({ name: '', hi: { name: '' } })}
        >
          Add a category
        </Button>
      </div>
      <p className="text-muted text-14 m-0">
        A category with documents can be renamed, and removed once it is empty. Everybody can see these names.
      </p>
    </FormDialog>
  );
}
