import { AppError } from '#shared/errors.ts';
import type { FileName } from '#shared/person-fields.ts';
import type { PreparedFile } from '#web/ui/forms/FilePicker.tsx';
import { type Details, withoutHidden } from './person-form.ts';
import { prepareDocument, prepareProfilePicture, prepareScreenshot } from './prepare-file.ts';

/** The preparation of a person's files. */
export const prepareFile = {
  picture: prepareProfilePicture,
  document: prepareDocument,
  screenshot: prepareScreenshot,
} satisfies Record<FileName, unknown>;
type PersonFiles = Record<'picture' | 'document', File | null>;

/**
 * The data to send from a valid form: the texts of the fields that are shown, and the prepared files.
 * @throws UNSUPPORTED_FILE with the field of a file that cannot be sent
 */
export async function toSend<T extends Partial<Details> & PersonFiles>(values: T) {
  const { document, picture, ...texts } = withoutHidden(values);
  return {
    texts,
    files: { picture: await ready('picture', picture), document: await ready('document', document) },
  };
}

/** Prepares a file. One that cannot be sent throws the same error for its field as the server's refusal. */
export async function ready(name: FileName, file: File | null): Promise<File | undefined> {
  if (!file) return undefined;
  const prepared: PreparedFile = await prepareFile[name](file);
  if ('file' in prepared) return prepared.file;
  throw new AppError('UNSUPPORTED_FILE', prepared.refused, { fields: { [name]: prepared.refused } });
}
