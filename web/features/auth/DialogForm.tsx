import type { FormEventHandler, ReactNode } from 'react';
import type { Form } from '#web/lib/forms/useForm.ts';

interface DialogFormProps {
  form: Pick<Form<never>, 'busy' | 'failure' | 'native'>;
  /** See `Form.send`. */
  send: FormEventHandler;
  submitLabel: string;
  /** The button's text while the call is in progress. */
  busyLabel: string;
  /** Another way, under the button. */
  other?: ReactNode;
  /** Links under the button. */
  links?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** One step of the login dialog: its fields, its error and the button. */
export function DialogForm({ form, send, submitLabel, busyLabel, other, links, children }: DialogFormProps) {
  return (
    <form className="m-0" noValidate {...form.native} onSubmit={send}>
      <fieldset className="grid gap-2" disabled={form.busy}>
        {children}
        <p className="hidden-if-empty m-0 text-bad" role="alert">
          {form.failure}
        </p>
        <button type="submit" className="button w-full mt-1">
          {form.busy ? busyLabel : submitLabel}
        </button>
        {other}
        {links && <div className="flex flex-wrap gap-4px-2 justify-between">{links}</div>}
      </fieldset>
    </form>
  );
}
