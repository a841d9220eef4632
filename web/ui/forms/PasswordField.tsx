import { useId } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { t } from '#web/lib/text.ts';
import type { FieldProps } from './Field.tsx';
import { described, FieldFrame } from './FieldFrame.tsx';
import { PasswordInput } from './PasswordInput.tsx';

interface PasswordProps<Values extends FieldValues> extends FieldProps<Values> {
  autoComplete: 'current-password' | 'new-password';
  /** For the only field of a dialog. */
  autoFocus?: boolean;
}

/** A password with a button that shows and hides it. */
export function PasswordField<Values extends FieldValues>(props: PasswordProps<Values>) {
  const { control, name, label, required, disabled, hint, autoComplete, autoFocus } = props;
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      <PasswordInput
        {...described(id, error, hint)}
        shows={`Show ${t(label).toLowerCase()}`}
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
        onChange={field.onChange}
      />
    </FieldFrame>
  );
}
