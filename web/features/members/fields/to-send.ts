import { AppError } from '#shared/errors.ts';
import type { FileName } from '#shared/person-fields.ts';
import type { PreparedFile } from '#web/ui/FilePicker.tsx';
import { type Details, withoutHidden } from './person-form.ts';
import { prepareDocument, prepareProfilePicture, prepareScreenshot } from './prepare-file.ts';

/** How the files of a person are made ready. */
export const prepareFile = {
  profile_Pic: prepareProfilePicture,
  document: prepareDocument,
  Screenshot: prepareScreenshot,
} satisfies Record<FileName, unknown>;
type PersonFiles = Record<'profile_Pic' | 'document', File | null>;

/**
 * What is sent of a checked form: its texts, without those of fields that are not shown, and its files made ready.
 * @throws UNSUPPORTED_FILE with the field of a file that cannot be sent
 */
export async function toSend<T extends Details & PersonFiles>(values: T) {
  const { document, profile_Pic, ...texts } = withoutHidden(values);
  return {
    texts,
    files: { profile_Pic: await ready('profile_Pic', profile_Pic), document: await ready('document', document) },
  };
}

/** A file that cannot be sent comes back to its field as the server's refusal would. */
export async function ready(name: FileName, file: File | null): Promise<File | undefined> {
  if (!file) return undefined;
  const prepared: PreparedFile = await prepareFile[name](file);
  if ('file' in prepared) return prepared.file;
  throw new AppError('UNSUPPORTED_FILE', prepared.refused, { fields: { [name]: prepared.refused } });
}
