import type { ReactNode } from 'react';
import { type PersonForm, person } from '#shared/person.ts';
import type { FileName } from '#shared/person-fields.ts';
import { useField } from '#web/lib/useField.ts';
import { FilePicker } from '#web/ui/forms/FilePicker.tsx';
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
  const field = useField(control, name);
  const { label, hint, required } = fieldTexts(name, form);
  return (
    <FilePicker
      label={label}
      name={field.name}
      inputRef={field.ref}
      accept={person[name].accept}
      value={field.value as File | null}
      onChange={field.onChange}
      prepare={prepareFile[name]}
      error={field.error}
      hint={hint}
      required={required}
      current={current}
    />
  );
}
