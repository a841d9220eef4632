import { useState } from 'react';
import { type FieldError, type FieldValues, useController } from 'react-hook-form';
import { Combo, type ComboOptions } from './Combo.tsx';
import type { FieldProps } from './Field.tsx';

type ComboFieldProps<Values extends FieldValues> = FieldProps<Values> &
  ComboOptions & { onEdited?: (value: string | string[]) => void };

/** A choice out of a long list in a form. */
export function ComboField<Values extends FieldValues>(props: ComboFieldProps<Values>) {
  const { control, name, onEdited, ...options } = props;
  const { field, fieldState } = useController({ control, name });
  /** The error that stood there while the text was edited. */
  const [answered, setAnswered] = useState<FieldError>();
  const error = fieldState.error === answered ? undefined : fieldState.error;
  return (
    <Combo
      {...options}
      name={name}
      value={(field.value as string | string[] | undefined) ?? ''}
      onChange={(value) => {
        field.onChange(value);
        onEdited?.(value);
      }}
      onTyped={() => setAnswered(fieldState.error)}
      error={error?.message}
      invalid={error !== undefined}
      inputRef={field.ref}
      onBlur={field.onBlur}
    />
  );
}
