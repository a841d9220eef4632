import type { ReactNode } from 'react';
import type { PlainForm } from '#web/lib/usePlainForm.ts';
import styles from './LoginDialog.module.css';

interface DialogFormProps {
  form: Pick<PlainForm<never>, 'busy' | 'failure' | 'props'>;
  submitLabel: string;
  /** The button's text while the call is in progress. */
  busyLabel: string;
  /** Links under the button. */
  links?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** One step of the login dialog: its fields, its error and the button. */
export function DialogForm({ form, submitLabel, busyLabel, links, children }: DialogFormProps) {
  return (
    <form className={styles.form} noValidate {...form.props}>
      <fieldset className={styles.fields} disabled={form.busy}>
        {children}
        <p className={styles.failure} role="alert">
          {form.failure}
        </p>
        <button type="submit" className={`button ${styles.submit}`}>
          {form.busy ? busyLabel : submitLabel}
        </button>
        {links && <div className={styles.links}>{links}</div>}
      </fieldset>
    </form>
  );
}
