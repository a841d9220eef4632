import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import type { FieldProps } from './Field.tsx';
import { HideIcon, ShowIcon } from './icons.tsx';

interface PasswordProps<Values extends FieldValues> extends FieldProps<Values> {
  autoComplete: 'current-password' | 'new-password';
  /** For the one thing that a dialog asks. */
  autoFocus?: boolean;
}

/** A password with a button that shows and hides it. */
export function PasswordField<Values extends FieldValues>(props: PasswordProps<Values>) {
  const { control, name, label, required, disabled, hint, autoComplete, autoFocus } = props;
  const { field, fieldState } = useController({ control, name });
  const [shown, setShown] = useState(false);
  return (
    <TextField
      name={name}
      label={label}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      disabled={disabled}
      inputRef={field.ref}
      value={field.value ?? ''}
      onBlur={field.onBlur}
      onChange={field.onChange}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{
        inputLabel: { required },
        htmlInput: { 'aria-required': required || undefined, autoCapitalize: 'none', spellCheck: false },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={`Show ${label.toLowerCase()}`}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                {shown ? <HideIcon /> : <ShowIcon />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
