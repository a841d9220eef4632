import { contactSchema } from '#shared/contracts/contact.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { fieldErrors } from '#web/lib/validate.ts';

/** Loaded when the form is first sent, so that no page starts with the schema library. */
export const validateContact = (values: unknown): FieldErrors => fieldErrors(contactSchema, values);
