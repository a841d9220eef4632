import type { ReactNode } from 'react';
import styles from './FormStack.module.css';

/** The fields of a form below each other; all are disabled while a call is in progress. */
export function FormStack({ disabled, children }: { disabled?: boolean; children: ReactNode }) {
  return (
    // `inert` as well as `disabled`, which leaves links usable.
    <fieldset className={`stack gap-3 ${styles.form}`} disabled={disabled} inert={disabled}>
      {children}
    </fieldset>
  );
}
