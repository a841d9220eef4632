import { useId } from 'react';
import { useField } from '#web/lib/forms/useField.ts';
import { t } from '#web/lib/languages/text.ts';
import type { FieldProps } from './Field.tsx';
import { described, FieldFrame } from './FieldFrame.tsx';
import { PasswordInput } from './TextField.tsx';

interface PasswordProps<Values extends object> extends FieldProps<Values> {
  autoComplete: 'current-password' | 'new-password';
  /** For the only field of a dialog. */
  autoFocus?: boolean;
}

/** A password with a button that shows and hides it. */
export function PasswordField<Values extends object>(props: PasswordProps<Values>) {
  const { control, name, label, required, disabled, hint, autoComplete, autoFocus } = props;
  const field = useField(control, name);
  const id = useId();
  const error = field.error;
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      <PasswordInput
        {...described(id, error, hint)}
        shows={t(`Show ${t(label).toLowerCase()}`)}
        aria-required={required || undefined}
        ref={field.ref}
        name={name}
        value={(field.value as string | undefined) ?? ''}
        disabled={disabled}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        autoCapitalize="none"
        spellCheck={false}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.target.value)}
      />
    </FieldFrame>
  );
}
