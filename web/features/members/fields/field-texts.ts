import type { PersonForm } from '#shared/person.ts';
import { needOf, type PersonName, personField } from '#shared/person-fields.ts';

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
