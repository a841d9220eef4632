import type { z } from 'zod';
import { messages } from '#shared/messages.ts';
import type { PersonForm } from '#shared/person.ts';
import { type FileName, isFile, type NamesIn, namesIn, needOf, personField } from '#shared/person-fields.ts';
import { optionalFile, requiredFile } from '#web/lib/forms/validate.ts';

/** The rules for a form's files; the contract has those for its other fields. */
export function chosenFiles<Form extends PersonForm>(form: Form) {
  const rules = namesIn(form)
    .filter(isFile)
    .map((name) => {
      const message = personField(name).message ?? messages.general.missing;
      return [name, needOf(name, form) === 'required' ? requiredFile(message) : optionalFile];
    });
  return Object.fromEntries(rules) as { [Name in FileName & NamesIn<Form>]: z.ZodType<File | null, File | null> };
}
