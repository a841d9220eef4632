import type { ReactNode } from 'react';

/** The fields of a form below each other; all are disabled while a call is in progress. */
export function FormStack({ disabled, children }: { disabled?: boolean; children: ReactNode }) {
  return (
    // `inert` as well as `disabled`, which leaves links usable.
    <fieldset className="stack gap-3" disabled={disabled} inert={disabled}>
      {children}
    </fieldset>
  );
}
