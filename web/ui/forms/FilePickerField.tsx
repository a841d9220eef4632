import type { ComponentProps } from 'react';
import { useField } from '#web/lib/forms/useField.ts';
import type { FormControl, Path } from '#web/lib/forms/useForm.ts';
import { t } from '#web/lib/languages/text.ts';
import type { FieldProps } from './Field.tsx';
import { FilePicker } from './FilePicker.tsx';

type PickerProps = Omit<ComponentProps<typeof FilePicker>, 'name' | 'value' | 'error' | 'inputRef' | 'onChange'>;

interface Props<Values extends object> extends PickerProps {
  control: FormControl<Values>;
  name: Path<Values>;
  onEdited?: (file: File | null) => void;
}

/** A file of a form; its value is the chosen file, or null. */
export function FilePickerField<Values extends object>({ control, name, onEdited, ...picker }: Props<Values>) {
  const field = useField(control, name);
  return (
    <FilePicker
      {...picker}
      name={name}
      inputRef={field.ref}
      value={field.value as File | null}
      onChange={(file) => {
        field.onChange(file);
        onEdited?.(file);
      }}
      error={field.error}
    />
  );
}

interface PictureProps<Values extends object> extends Omit<FieldProps<Values>, 'disabled' | 'hint'> {
  /** The address of the stored picture, shown until another one is chosen. */
  stored: string | null | undefined;
}

/** A picture of a form. */
export function PictureField<Values extends object>({ stored, ...field }: PictureProps<Values>) {
  return <FilePickerField {...field} accept="image" current={stored && <img src={stored} alt={t('Stored now')} />} />;
}
