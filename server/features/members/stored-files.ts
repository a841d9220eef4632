import type { UploadedFile } from '#server/platform/http/multipart.ts';
import type { Files } from '#server/platform/storage/files.ts';

/** The files of a person's form. */
export interface PersonFiles {
  document?: UploadedFile;
  picture?: UploadedFile;
}

/** Stores them, to be attached in the change. @throws UNSUPPORTED_FILE */
export async function storePersonFiles(files: Files, { picture: pictureValue, document: scan }: PersonFiles) {
  const picture = pictureValue && (await files.storePicture(pictureValue, 'profile', 'picture'));
  const document = scan && (await files.store(scan, 'document'));
  return { picture, document, stored: [picture, document].filter((file) => file !== undefined) };
}
