import type { FieldValues } from 'react-hook-form';
import { Field, type FieldProps } from '#web/ui/forms/Field.tsx';

/** The field for the second factor's code. */
export function CodeField<Values extends FieldValues>(props: Pick<FieldProps<Values>, 'control' | 'name'>) {
  return (
    <Field
      {...props}
      label="Code"
      autoComplete="one-time-code"
      maxLength={40}
      hint="The six digits that your authenticator app shows, or one of your recovery codes"
    />
  );
}
