import type { ReactNode } from 'react';
import styles from './FormStack.module.css';

/** The fields of a form below each other; all at rest while a call is on its way. */
export function FormStack({ disabled, children }: { disabled?: boolean; children: ReactNode }) {
  return (
    // `inert` besides `disabled`: the library's selects are no form controls of the browser.
    <fieldset className={styles.stack} disabled={disabled} inert={disabled}>
      {children}
    </fieldset>
  );
}
