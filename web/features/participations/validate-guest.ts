import { guestSchema } from '#shared/contracts/participations.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { fieldErrors } from '#web/lib/validate.ts';

/** Fetched when the form is sent for the first time, so that no page opens with the schema library. */
export const validateGuest = ({ name, email, mobile }: Record<string, string>): FieldErrors =>
  fieldErrors(guestSchema, { name, email, mobile });
