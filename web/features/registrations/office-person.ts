import { z } from 'zod';
import { type OfficeRecord, officeEditSchema, registrationSchema } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import {
  emptyPerson,
  type PersonFiles,
  type PersonFormValues,
  personFromRecord,
  withoutHidden,
} from '#web/features/members/fields/person-form.ts';
import { prepareDocument, prepareProfilePicture } from '#web/features/members/fields/prepare-file.ts';
import type { PreparedFile } from '#web/ui/FilePicker.tsx';

/** The office's own forms about a person: adding somebody, and correcting a record. */

const optionalFile = z.custom<File | null>((value) => value === null || value instanceof File);
const files = { document: optionalFile, profile_Pic: optionalFile };
const noFiles: PersonFiles = { document: null, profile_Pic: null };

export interface NewPersonValues extends PersonFormValues, PersonFiles {
  membership: string;
  email: string;
}
export const emptyNewPerson: NewPersonValues = { membership: '', email: '', ...emptyPerson, ...noFiles };
/** The applicant's rules, with both files optional. */
export const newPersonSchema = registrationSchema.safeExtend(files) as z.ZodType<unknown, unknown> as z.ZodType<
  unknown,
  NewPersonValues
>;

export interface EditedPersonValues extends PersonFormValues, PersonFiles {
  email: string;
  hideEmail: boolean;
  hideMobile: boolean;
  hideEntry: boolean;
}
export const editedPersonSchema = officeEditSchema.safeExtend(files) as z.ZodType<unknown, unknown> as z.ZodType<
  unknown,
  EditedPersonValues
>;

export function editedPersonOf(record: OfficeRecord): EditedPersonValues {
  const { email, hideEmail, hideMobile, hideEntry } = record;
  return { ...personFromRecord(record), email, hideEmail, hideMobile, hideEntry, ...noFiles };
}

/**
 * What is sent of a checked form: its texts, without those of fields that are not shown, and its files made ready.
 * @throws UNSUPPORTED_FILE with the field of a file that cannot be sent
 */
export async function toSend<T extends PersonFormValues & PersonFiles>(values: T) {
  const { document, profile_Pic, ...texts } = withoutHidden(values);
  return {
    texts,
    files: {
      profile_Pic: await ready('profile_Pic', profile_Pic, prepareProfilePicture),
      document: await ready('document', document, prepareDocument),
    },
  };
}

async function ready(name: string, file: File | null, prepare: (file: File) => Promise<PreparedFile>) {
  if (!file) return undefined;
  const prepared = await prepare(file);
  if ('file' in prepared) return prepared.file;
  throw new AppError('UNSUPPORTED_FILE', prepared.refused, { fields: { [name]: prepared.refused } });
}
