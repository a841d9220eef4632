import type { ReactNode } from 'react';
import type { PlainForm } from '#web/lib/usePlainForm.ts';

interface DialogFormProps {
  form: Pick<PlainForm<never>, 'busy' | 'failure' | 'props'>;
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
export function DialogForm({ form, submitLabel, busyLabel, other, links, children }: DialogFormProps) {
  return (
    <form className="flush" noValidate {...form.props}>
      <fieldset className="stack" disabled={form.busy}>
        {children}
        <p className="silent flush bad" role="alert">
          {form.failure}
        </p>
        <button type="submit" className="button wide above-1">
          {form.busy ? busyLabel : submitLabel}
        </button>
        {other}
        {links && <div className="wraps gap-half-2 apart">{links}</div>}
      </fieldset>
    </form>
  );
}
