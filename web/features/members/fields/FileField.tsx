import type { ReactNode } from 'react';
import { type PersonForm, person } from '#shared/person.ts';
import type { FileName } from '#shared/person-fields.ts';
import { FilePickerField } from '#web/ui/forms/FilePickerField.tsx';
import { fieldTexts, usePersonForm } from './field-texts.ts';
import { prepareFile } from './to-send.ts';

interface Props {
  name: FileName;
  form: PersonForm;
  /** The stored file, shown until another one is chosen. */
  current?: ReactNode;
}

/** A file of the person. `toSend` prepares the form's values for sending. */
export function FileField({ name, form, current }: Props) {
  const control = usePersonForm();
  const { label, hint, required } = fieldTexts(name, form);
  return (
    <FilePickerField
      control={control}
      name={name}
      label={label}
      accept={person[name].accept}
      prepare={prepareFile[name]}
      hint={hint}
      required={required}
      current={current}
    />
  );
}
