import type { FieldValues } from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import { FormDialog, type FormDialogProps } from '#web/ui/dialogs/FormDialog.tsx';
import type { EditDialogProps } from './useContentDialogs.tsx';

type Own = 'title' | 'submitLabel' | 'version' | 'failure';
type Props<Values extends FieldValues> = EditDialogProps<{ version: number }> &
  Omit<FormDialogProps<Values>, Own> & {
    /** The noun of the title, as in 'Add News'. */
    noun: string;
  };

/** Adds or changes a record of the site's content. */
export function ContentDialog<Values extends FieldValues>({ row, noun, ...dialog }: Props<Values>) {
  return (
    <FormDialog
      {...dialog}
      title={`${row ? 'Edit' : 'Add'} ${noun}`}
      submitLabel={row ? 'Save' : 'Add'}
      version={row?.version}
      failure={messages.general.failed}
    />
  );
}
