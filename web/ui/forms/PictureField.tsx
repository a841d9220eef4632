import { useField } from '#web/lib/useField.ts';
import type { FieldProps } from './Field.tsx';
import { FilePicker } from './FilePicker.tsx';

interface Props<Values extends object> extends Omit<FieldProps<Values>, 'disabled' | 'hint'> {
  /** The address of the stored picture, shown until another one is chosen. */
  stored: string | null | undefined;
}

/** A picture of a form; its value is the chosen file, or null. */
export function PictureField<Values extends object>({ control, name, label, required, stored }: Props<Values>) {
  const field = useField(control, name);
  return (
    <FilePicker
      label={label}
      name={name}
      accept="image"
      required={required}
      value={field.value as File | null}
      onChange={field.onChange}
      error={field.error}
      current={stored && <img src={stored} alt="Stored now" />}
    />
  );
}
