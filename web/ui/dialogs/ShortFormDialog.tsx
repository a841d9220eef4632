import type { ReactNode } from 'react';
import type { Form } from '#web/lib/forms/useForm.ts';
import { FormActions } from '#web/ui/forms/FormStack.tsx';
import { ModalDialog } from './ModalDialog.tsx';

interface Props<Values extends object> {
  title: string;
  submitLabel: string;
  /** For an action that cannot be undone. */
  danger?: boolean | undefined;
  /** See ModalDialog. */
  small?: boolean;
  /** Something that is no field of the form is still missing. */
  disabled?: boolean;
  form: Form<Values>;
  send: (values: Values) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A short form without a record, in a native dialog. */
export function ShortFormDialog<Values extends object>(props: Props<Values>) {
  const { title, submitLabel, danger, small = false, disabled, form, send, onClose, children } = props;
  const busy = form.busy;
  return (
    <ModalDialog
      open
      small={small}
      title={title}
      onClose={onClose}
      busy={busy}
      onSubmit={form.send(send)}
      actions={
        <FormActions busy={busy} disabled={disabled} submitLabel={submitLabel} danger={danger} onCancel={onClose} />
      }
    >
      {children}
    </ModalDialog>
  );
}
