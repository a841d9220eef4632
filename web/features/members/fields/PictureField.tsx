import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { prepareProfilePicture } from './prepare-file.ts';
import { usePersonForm } from './use-person-form.ts';

interface Props {
  required?: boolean;
  /** The stored picture, shown until another one is chosen. */
  current?: ReactNode;
}

/** The person's picture. What is sent comes from `prepareProfilePicture` of the form's value. */
export function PictureField({ required, current }: Props) {
  const { control } = usePersonForm();
  const { field, fieldState } = useController({ control, name: 'profile_Pic' });
  return (
    <FilePicker
      label="Profile Picture"
      name={field.name}
      accept="image"
      value={field.value}
      onChange={field.onChange}
      prepare={prepareProfilePicture}
      error={fieldState.error?.message}
      hint="A recent photograph of your face"
      required={required}
      current={current}
    />
  );
}
