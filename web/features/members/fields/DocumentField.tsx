import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { prepareDocument } from './prepare-file.ts';
import { usePersonForm } from './use-person-form.ts';

interface Props {
  required?: boolean;
  /** What is stored already. */
  current?: ReactNode;
}

/** The scanned ID card, a file of any kind. What is sent comes from `prepareDocument` of the form's value. */
export function DocumentField({ required, current }: Props) {
  const { control } = usePersonForm();
  const { field, fieldState } = useController({ control, name: 'document' });
  return (
    <FilePicker
      label="Scanned ID Card"
      name={field.name}
      accept="any"
      value={field.value}
      onChange={field.onChange}
      prepare={prepareDocument}
      error={fieldState.error?.message}
      hint="A scan or a clear photo, any kind of file; only you and the office see it"
      required={required}
      current={current}
    />
  );
}
