import { type FieldValues, FormProvider } from 'react-hook-form';
import { FormDialog, type FormDialogProps } from '#web/ui/dialogs/FormDialog.tsx';

/** The office's form for a person's data: as on the website, in a wide dialog. */
export function PersonDialog<Values extends FieldValues>({
  form,
  children,
  ...dialog
}: Omit<FormDialogProps<Values>, 'wide'>) {
  return (
    <FormDialog {...dialog} form={form} wide>
      <FormProvider {...form}>
        <div className="grid gap-4 grid-cols-1">{children}</div>
      </FormProvider>
    </FormDialog>
  );
}
