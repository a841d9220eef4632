import { PersonFormProvider } from '#web/features/members/fields/field-texts.ts';
import { FormDialog, type FormDialogProps } from '#web/ui/dialogs/FormDialog.tsx';

/** The office's form for a person's data: as on the website, in a wide dialog. */
export function PersonDialog<Values extends object>({
  form,
  children,
  ...dialog
}: Omit<FormDialogProps<Values>, 'wide'>) {
  return (
    <FormDialog {...dialog} form={form} wide>
      <PersonFormProvider value={form.control}>
        <div className="grid gap-4 grid-cols-1">{children}</div>
      </PersonFormProvider>
    </FormDialog>
  );
}
