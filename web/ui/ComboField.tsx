import { type FieldValues, useController } from 'react-hook-form';
import { Combo, type ComboOptions } from './Combo.tsx';
import type { FieldProps } from './Field.tsx';

type ComboFieldProps<Values extends FieldValues> = FieldProps<Values> &
  ComboOptions & { onEdited?: (value: string | string[]) => void };

/** A choice out of a long list in a form. */
export function ComboField<Values extends FieldValues>(props: ComboFieldProps<Values>) {
  const { control, name, onEdited, ...options } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Combo
      {...options}
      name={name}
      value={(field.value as string | string[] | undefined) ?? ''}
      onChange={(value) => {
        field.onChange(value);
        onEdited?.(value);
      }}
      error={fieldState.error?.message}
      invalid={fieldState.invalid}
      inputRef={field.ref}
      onBlur={field.onBlur}
    />
  );
}
