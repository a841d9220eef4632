import { limits } from '#shared/limits.ts';
import { DateField } from '#web/ui/DateField.tsx';
import { usePersonForm } from './use-person-form.ts';

/** The day of birth: never in the future; that it is an adult's is checked with the rest. */
export function DateOfBirthField() {
  const { control } = usePersonForm();
  return (
    <DateField
      control={control}
      name="DateofBirth"
      label="Date of Birth"
      required
      min={limits.firstDate}
      max={limits.lastDate}
      disableFuture
    />
  );
}
