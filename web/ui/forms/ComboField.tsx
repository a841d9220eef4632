import { editField, useField, useRemark } from '#web/lib/forms/useField.ts';
import { Combo, type ComboOptions } from './Combo.tsx';
import type { FieldProps } from './Field.tsx';

type ComboFieldProps<Values extends object> = FieldProps<Values> &
  ComboOptions & { onEdited?: (value: string | string[]) => void };

/** A choice out of a long list in a form. */
export function ComboField<Values extends object>(props: ComboFieldProps<Values>) {
  const { control, name, onEdited, ...options } = props;
  const field = useField(control, name);
  // Text that is no choice is no value.
  const input = useRemark(control, name, field.ref);
  return (
    <Combo
      {...options}
      name={name}
      value={(field.value as string | string[] | undefined) ?? ''}
      onChange={(value) => {
        field.onChange(value);
        onEdited?.(value);
      }}
      onTyped={() => editField(control, name)}
      error={field.error}
      invalid={field.error !== undefined}
      inputRef={input}
      onBlur={field.onBlur}
    />
  );
}
