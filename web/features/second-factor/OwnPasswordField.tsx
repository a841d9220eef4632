import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/forms/Field.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';

/** A dialog's field for confirming one's own password. */
export function OwnPasswordField<Values extends FieldValues>(props: Pick<FieldProps<Values>, 'control' | 'name'>) {
  return <PasswordField {...props} label="Your Password" autoComplete="current-password" autoFocus />;
}
