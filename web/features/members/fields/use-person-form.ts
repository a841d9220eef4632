import { useFormContext } from 'react-hook-form';
import type { PersonForm } from '#shared/person.ts';
import type { PersonValues } from './person-form.ts';

/** What the fields need of the form around them; a form has those of its own kind. */
type Values = PersonValues<PersonForm>;

/** The form of the `FormProvider` around the fields. */
export function usePersonForm() {
  return useFormContext<Values, unknown, Values>();
}
