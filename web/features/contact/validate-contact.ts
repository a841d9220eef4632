import { contactSchema } from '#shared/contracts/contact.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { fieldErrors } from '#web/lib/validate.ts';

/** Fetched when the form is sent for the first time, so that no page opens with the schema library. */
export const validateContact = (values: unknown): FieldErrors => fieldErrors(contactSchema, values);
