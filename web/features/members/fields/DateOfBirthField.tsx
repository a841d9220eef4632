import { limits } from '#shared/limits.ts';
import { DateField } from '#web/ui/DateField.tsx';
import { usePersonForm } from './use-person-form.ts';

/** The calendar opens among the birthdays that are likely. */
const start = '1985-01-01';

/** The last day that the calendar offers; a later one can be typed and is answered with the rule's message. */
function latestAdultBirthday(): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear() - limits.adultYears, now.getUTCMonth(), now.getUTCDate()));
  return day.toISOString().slice(0, 10);
}

/** The day of birth of an adult. */
export function DateOfBirthField() {
  const { control } = usePersonForm();
  return (
    <DateField
      control={control}
      name="DateofBirth"
      label="Date of Birth"
      required
      min={limits.firstDate}
      max={latestAdultBirthday()}
      disableFuture
      start={start}
    />
  );
}
