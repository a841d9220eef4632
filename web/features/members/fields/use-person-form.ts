import { useFormContext } from 'react-hook-form';
import type { PersonForm } from '#shared/person.ts';
import type { PersonValues } from './person-form.ts';

/** The fields of all forms about a person; each form has a subset. */
type Values = PersonValues<PersonForm>;

/** The form of the `FormProvider` around the fields. */
export function usePersonForm() {
  return useFormContext<Values, unknown, Values>();
}
