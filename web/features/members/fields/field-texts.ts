import { createContext, type Provider, useContext } from 'react';
import type { PersonForm } from '#shared/person.ts';
import { needOf, type PersonName, personField } from '#shared/person-fields.ts';
import type { FormControl } from '#web/lib/forms/useForm.ts';
import type { PersonValues } from './person-form.ts';

/** The forms that people fill in about themselves. */
const ownForms: readonly PersonForm[] = ['registration', 'selfEdit'];

/** The texts of a field in a form, and its `autocomplete`. */
export function fieldTexts(name: PersonName, form: PersonForm) {
  const { label, ownLabel = label, hint, officeHint, placeholder, autoComplete } = personField(name);
  const isOwn = ownForms.includes(form);
  const shown = (!isOwn && officeHint) || hint;
  return {
    name,
    label: form === 'selfEdit' ? ownLabel : label,
    hint: typeof shown === 'string' ? shown : shown?.[form],
    placeholder,
    autoComplete: isOwn ? autoComplete : undefined,
    required: needOf(name, form) === 'required',
  };
}

/** The fields of all forms about a person; each form has a subset. */
type Values = PersonValues<PersonForm>;

const context = createContext<FormControl<Values> | undefined>(undefined);

/** Gives the fields of a person inside it their form. */
export const PersonFormProvider = context.Provider as Provider<FormControl<object> | undefined>;

export function usePersonForm(): FormControl<Values> {
  const control = useContext(context);
  if (!control) throw new Error('A field of a person outside a PersonFormProvider');
  return control;
}
