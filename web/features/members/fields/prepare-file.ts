import { limits } from '#shared/limits.ts';
import { shrinkPicture } from '#web/lib/browser/shrink-image.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import type { PreparedFile } from '#web/ui/forms/FilePicker.tsx';

export const unreadablePicture = msg(
  'This picture cannot be read here. Please save it as JPEG or PNG and choose it again.',
);

const documentEdge = 2_600;
const pictureEdge = 1_600;
const screenshotEdge = 2_400;
const megabyte = 1024 * 1024;

/** Shrinks a profile picture for poor connections. */
export const prepareProfilePicture = prepareOnce((file) => preparePicture(file, pictureEdge));

/** Shrinks a screenshot, but keeps small print readable. */
export const prepareScreenshot = prepareOnce((file) => preparePicture(file, screenshotEdge));

/** Prepares a document of any kind: a camera photo is shrunk to a readable size, other files are unchanged. */
export const prepareDocument = prepareOnce(async (file): Promise<PreparedFile> => {
  if (file.size === 0) return { refused: t('This file is empty. Please choose another one.') };
  const photo = /^image\/(jpeg|png|webp|avif)$/.test(file.type) && file.size > 2 * megabyte;
  return withinLimit((photo && (await shrinkPicture(file, documentEdge))) || file);
});

async function preparePicture(file: File, edge: number): Promise<PreparedFile> {
  if (file.size === 0) return { refused: t('This file is empty. Please choose another one.') };
  if ((file.type !== '' && !file.type.startsWith('image/')) || file.type === 'image/svg+xml') {
    return { refused: t('Please choose a picture: a JPEG, PNG or WebP file.') };
  }
  const shrunk = await shrinkPicture(file, edge);
  if (!shrunk) {
    return { refused: unreadablePicture };
  }
  return withinLimit(shrunk);
}

function withinLimit(file: File): PreparedFile {
  if (file.size <= limits.fileBytes) return { file };
  const max = limits.fileBytes / megabyte;
  return { refused: t(`This file is larger than ${max} MB. Please choose a smaller one.`) };
}

/** Prepares a file only once, so that sending it again has the same bytes and is recognised as a repetition. */
function prepareOnce(prepare: (file: File) => Promise<PreparedFile>): (file: File) => Promise<PreparedFile> {
  const cache = new WeakMap<File, Promise<PreparedFile>>();
  return (file) => {
    const result = cache.get(file) ?? prepare(file);
    cache.set(file, result);
    return result;
  };
}
