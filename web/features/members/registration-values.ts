import { z } from 'zod';
import { registrationSchema } from '#shared/contracts/members.ts';
import { messages } from '#shared/messages.ts';
import { emptyPerson, type PersonFiles, type PersonFormValues } from './fields/person-form.ts';

/** Everything the public registration form holds. */
export interface RegistrationFormValues extends PersonFormValues, PersonFiles {
  membership: string;
  email: string;
}

export const emptyRegistration: RegistrationFormValues = {
  membership: '',
  email: '',
  ...emptyPerson,
  document: null,
  profile_Pic: null,
};

const chosenFile = (message: string) => z.custom<File | null>((value) => value instanceof File, { error: message });

/** The contract's rules, and the two files that an applicant has to add. */
export const registrationFormSchema = registrationSchema.safeExtend({
  document: chosenFile(messages.registration.document),
  profile_Pic: chosenFile(messages.registration.profile_Pic),
  // A choice is any text until it has been checked.
}) as z.ZodType<unknown, unknown> as z.ZodType<unknown, RegistrationFormValues>;
