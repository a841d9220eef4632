import { useId, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import type { FieldProps } from './Field.tsx';
import { described, FieldFrame } from './FieldFrame.tsx';
import styles from './TextField.module.css';

interface PasswordProps<Values extends FieldValues> extends FieldProps<Values> {
  autoComplete: 'current-password' | 'new-password';
  /** For the only field of a dialog. */
  autoFocus?: boolean;
}

/** A password with a button that shows and hides it. */
export function PasswordField<Values extends FieldValues>(props: PasswordProps<Values>) {
  const { control, name, label, required, disabled, hint, autoComplete, autoFocus } = props;
  const { field, fieldState } = useController({ control, name });
  const [shown, setShown] = useState(false);
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <FieldFrame id={id} label={label} required={required} error={error} hint={hint}>
      <div className={`${styles.control} relative`}>
        <input
          {...described(id, error, hint)}
          aria-required={required || undefined}
          ref={field.ref}
          name={name}
          type={shown ? 'text' : 'password'}
          className={`block wide touch field ${styles.input}`}
          value={(field.value as string | undefined) ?? ''}
          disabled={disabled}
          autoComplete={autoComplete}
          // biome-ignore lint/a11y/noAutofocus: only in a dialog with one field
          autoFocus={autoFocus}
          autoCapitalize="none"
          spellCheck={false}
          onBlur={field.onBlur}
          onChange={field.onChange}
        />
        <button
          type="button"
          className={`small strong bare ${styles.eye} rounded navy`}
          aria-label={`Show ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldFrame>
  );
}
