import { type FieldValues, useController } from 'react-hook-form';
import type { FieldProps } from './Field.tsx';
import { FilePicker } from './FilePicker.tsx';

interface Props<Values extends FieldValues> extends Omit<FieldProps<Values>, 'disabled' | 'hint'> {
  /** The address of the stored picture, shown until another one is chosen. */
  stored: string | null | undefined;
}

/** A picture of a form; its value is the chosen file, or null. */
export function PictureField<Values extends FieldValues>({ control, name, label, required, stored }: Props<Values>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <FilePicker
      label={label}
      name={name}
      accept="image"
      required={required}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
      current={stored && <img src={stored} alt="Stored now" />}
    />
  );
}
