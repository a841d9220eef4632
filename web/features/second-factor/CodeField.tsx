import { t } from '#web/lib/languages/text.ts';
import { Field, type FieldProps } from '#web/ui/forms/Field.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';

/** The field for the second factor's code. */
export function CodeField<Values extends object>(props: Pick<FieldProps<Values>, 'control' | 'name'>) {
  return (
    <Field
      {...props}
      label={t('Code')}
      autoComplete="one-time-code"
      maxLength={40}
      hint={t('The six digits that your authenticator app shows, or one of your recovery codes')}
    />
  );
}

/** A dialog's field for confirming one's own password. */
export function OwnPasswordField<Values extends object>(props: Pick<FieldProps<Values>, 'control' | 'name'>) {
  return <PasswordField {...props} label={t('Your Password')} autoComplete="current-password" autoFocus />;
}
