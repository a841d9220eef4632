import { useFormContext } from 'react-hook-form';
import type { PersonFiles, PersonFormValues } from './person-form.ts';

/** What the field groups need of the form around them; it may hold more. */
type Values = PersonFormValues & PersonFiles;

/** The form whose `FormProvider` stands around the field groups. */
export function usePersonForm() {
  return useFormContext<Values, unknown, Values>();
}
