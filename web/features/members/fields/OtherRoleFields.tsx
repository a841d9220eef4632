import { limits } from '#shared/limits.ts';
import { Field } from '#web/ui/Field.tsx';
import type { PersonFormValues } from './person-form.ts';
import { usePersonForm } from './use-person-form.ts';

interface OtherRoleProps {
  name: Extract<keyof PersonFormValues, `${string}otherRole`>;
  label: string;
  required?: boolean;
}

/** The free text that 'Others' of a choice asks for. */
export function OtherRoleField({ name, label, required }: OtherRoleProps) {
  const { control } = usePersonForm();
  return <Field control={control} name={name} label={label} required={required} maxLength={limits.lineLength} />;
}
