import { z } from 'zod';
import { type OwnRecord, selfEditSchema } from '#shared/contracts/members.ts';
import { type PersonFiles, type PersonFormValues, personFromRecord } from '#web/features/members/fields/person-form.ts';

/** What a member can change of his own record. */
export interface ProfileValues extends PersonFormValues, PersonFiles {
  hideEmail: boolean;
  hideMobile: boolean;
  hideEntry: boolean;
}

const file = z.custom<File | null>((value) => value === null || value instanceof File);

/** The contract's rules for a self-edit; both files are kept unless another one is chosen. */
export const profileSchema = selfEditSchema.safeExtend({
  document: file,
  profile_Pic: file,
  // A choice is any text until it has been checked.
}) as z.ZodType<unknown, unknown> as z.ZodType<unknown, ProfileValues>;

export function profileValues(record: OwnRecord): ProfileValues {
  const { hideEmail, hideMobile, hideEntry } = record;
  return { ...personFromRecord(record), hideEmail, hideMobile, hideEntry, document: null, profile_Pic: null };
}
