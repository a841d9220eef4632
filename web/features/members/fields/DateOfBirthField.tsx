import { limits } from '#shared/limits.ts';
import type { PersonForm } from '#shared/person.ts';
import { latestAdultBirthday } from '#shared/person-fields.ts';
import { DateField } from '#web/ui/DateField.tsx';
import { fieldTexts } from './field-texts.ts';
import { usePersonForm } from './use-person-form.ts';

/** The calendar opens at a likely year of birth. */
const start = '1985-01-01';

/** The date of birth of an adult; a later one can be typed, and shows the rule's message. */
export function DateOfBirthField({ form }: { form: PersonForm }) {
  const { control } = usePersonForm();
  return (
    <DateField
      {...fieldTexts('DateofBirth', form)}
      control={control}
      name="DateofBirth"
      min={limits.firstDate}
      max={latestAdultBirthday()}
      start={start}
    />
  );
}
