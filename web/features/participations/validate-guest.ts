import { guestSchema } from '#shared/contracts/participations.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { fieldErrors } from '#web/lib/forms/checked-by.ts';

/** Loaded when the form is first sent, so that no page starts with the schema library. */
export const validateGuest = ({ name, email, mobile }: Record<string, string>): Promise<FieldErrors> =>
  fieldErrors(guestSchema, { name, email, mobile });
