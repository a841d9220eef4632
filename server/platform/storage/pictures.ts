import type { Sharp } from 'sharp';
import { createWorkQueue } from '#server/platform/work-queue.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { withFigures } from '#shared/sentence.ts';
import { headOf, mediaTypeOf, pictureKind } from './media-type.ts';

/** The source of a picture: a file on disk, or bytes. */
export type PictureSource = { path: string } | Uint8Array;

/** A picture ready to be stored. */
export interface EncodedPicture {
  bytes: Uint8Array;
  type: string;
}

/**
 * In megapixels: two photographs at once, or one of the largest. One of 50 takes up to 300 MB of memory; the AVIF
 * decoder takes five times as much per pixel. The work runs in Node's four helper threads, which files and
 * passwords need too.
 */
const queue = createWorkQueue({
  capacity: 60,
  parallel: 2,
  waiting: 100,
  busy: () =>
    new AppError('UNAVAILABLE', 'Many pictures are being sent just now. Please try again in a minute.', {
      retryAfter: 30,
    }),
});
const secondsAtMost = 60;

/** WebP's own limit is 16383; nobody reads a picture that is longer than this. */
const tallest = 6_000;
/**
 * Allows a long screenshot of a chat, but not a line one pixel wide: to fill a square it would have to be enlarged to
 * millions of pixels.
 */
const slimmest = 25;

const refuse = (field: string, message: string) =>
  new AppError('UNSUPPORTED_FILE', message, { fields: { [field]: message } });

const wrongKind =
  'This file is not a picture that can be used here. Please choose a JPEG, PNG, WebP, AVIF or GIF picture.';
const refusals: Record<string, string> = {
  'image/heic':
    'Pictures in the HEIC format of iPhones cannot be used here. On the iPhone, choose Settings > Camera > Formats > Most Compatible and take the picture again, or make a screenshot of the picture and choose that.',
  'application/pdf': 'A PDF cannot be used as a picture. Please choose a photo or a screenshot of it instead.',
};
const damaged = 'This picture is damaged or incomplete. Please choose it again, or choose another one.';
const tooManyPixels = withFigures`This picture has more than ${limits.imagePixels / 1e6} megapixels. Please choose a smaller one.`;
const avif = { pixels: 24_000_000, weight: 5 };
const tooManyForAvif = withFigures`This AVIF picture has more than ${avif.pixels / 1e6} megapixels. Please choose a smaller one, or a JPEG.`;
const tooSlim = 'This picture is too long and narrow. Please choose another one, or crop it.';
const tooManyBytes = withFigures`This picture is larger than ${limits.fileBytes / 1024 / 1024} MB. Please choose a smaller one.`;

/** A decoder of the original, and its upright size. */
interface Opened {
  decode(): Sharp;
  width: number;
  height: number;
  /** For the queue: megapixels, or an equivalent in memory. */
  weight: number;
}

async function openPicture(source: PictureSource, field: string): Promise<Opened> {
  if (source instanceof Uint8Array && source.byteLength > limits.fileBytes) throw refuse(field, tooManyBytes);
  const type = mediaTypeOf(source instanceof Uint8Array ? source : await headOf(source.path));
  const kind = pictureKind(type);
  if (!kind) throw refuse(field, refusals[type] ?? wrongKind);
  const input = source instanceof Uint8Array ? source : source.path;
  const sharp = await imageLibrary();
  const decode = () =>
    sharp(input, { limitInputPixels: limits.imagePixels, failOn: 'error', sequentialRead: true, pages: 1 })
      .timeout({ seconds: secondsAtMost })
      .autoOrient();
  const metadata = await sharp(input, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw refuse(field, damaged);
    });
  const { width, height } = metadata.autoOrient;
  if (!width || !height || metadata.format !== (kind === 'avif' ? 'heif' : kind)) throw refuse(field, damaged);
  // Decided by the header, before a pixel is unpacked.
  const pixels = width * height;
  if (pixels > limits.imagePixels) throw refuse(field, tooManyPixels);
  if (kind === 'avif' && pixels > avif.pixels) throw refuse(field, tooManyForAvif);
  if (Math.max(width, height) / Math.min(width, height) > slimmest) throw refuse(field, tooSlim);
  return { decode, width, height, weight: (pixels / 1e6) * (kind === 'avif' ? avif.weight : 1) };
}

/** Crops to the frame around the most interesting part; for a very long picture that search takes too much memory. */
function cover(picture: Sharp, frame: { width: number; height: number }, of: { width: number; height: number }): Sharp {
  const slim = Math.max(of.width, of.height) / Math.min(of.width, of.height) > 3;
  return picture.resize(frame.width, frame.height, { fit: 'cover', position: slim ? 'centre' : 'attention' });
}

async function work<T>(opened: Opened, field: string, encode: () => Promise<T>): Promise<T> {
  return queue.run(opened.weight, async () => {
    try {
      return await encode();
    } catch (error) {
      // Any other error of the decoder is caused by the uploaded file.
      if (error instanceof Error && isMachineTrouble(error)) throw error;
      throw refuse(field, damaged);
    }
  });
}

const isMachineTrouble = (error: Error) => /out of memory|ENOSPC|EMFILE|ENOENT|EIO/i.test(error.message);

export type Preset = 'profile' | 'screenshot';

const presets: Record<Preset, (opened: Opened) => Sharp> = {
  profile: (opened) => cover(opened.decode(), { width: 480, height: 480 }, opened).webp({ quality: 82 }),
  // Digits of a transaction reference must stay readable. Full chroma resolution would double the time of
  // every registration; letters differ from their background in brightness, which is kept. Two steps less effort than the default:
  // 3 % more bytes in less than half the time.
  screenshot: (opened) =>
    opened.decode().resize(2_000, 2_000, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 86, effort: 2 }),
};

/**
 * Decodes an uploaded picture and re-encodes it: upright, in sRGB, without metadata, the first frame only.
 * @param field for messages
 * @throws UNSUPPORTED_FILE with a plain message; UNAVAILABLE when too many pictures wait already
 */
export async function encodePicture(source: PictureSource, preset: Preset, field: string): Promise<EncodedPicture> {
  const opened = await openPicture(source, field);
  const bytes = await work(opened, field, () => presets[preset](opened).toBuffer());
  return { bytes, type: 'image/webp' };
}

const publicWidths = [400, 800, 1_200, 1_600];
const publicFormats = {
  webp: { quality: 80, smartSubsample: true },
  // Looks the same; with more effort an upload would take seconds longer to save a few bytes.
  avif: { quality: 60, effort: 2, chromaSubsampling: '4:2:0' },
} as const;

const bytesOf = (files: Map<string, EncodedPicture>) =>
  [...files.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

/** A picture for public pages in all its sizes. */
export interface EncodedSet {
  width: number;
  height: number;
  widths: number[];
  /** Whether AVIF is smaller: for a drawing with large plain areas WebP may be. */
  avif: boolean;
  /** File names to contents: `800.webp`, `800.avif`, …, `og.jpg`. */
  files: Map<string, EncodedPicture>;
}

/** Encodes a picture for public pages: widths up to 1600 without upscaling, and the card for shared links. */
export async function encodePublicPicture(source: PictureSource, field: string): Promise<EncodedSet> {
  const opened = await openPicture(source, field);
  const largest = Math.max(...publicWidths);
  return work(opened, field, async () => {
    // Decoded once: all sizes are made from the largest.
    const { data, info } = await opened
      .decode()
      .resize(largest, tallest, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const sharp = await imageLibrary();
    const base = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const widths = [...publicWidths.filter((width) => width < info.width), info.width];
    const encodeAll = async (format: 'webp' | 'avif') => {
      const encoded = new Map<string, EncodedPicture>();
      for (const width of widths) {
        const bytes = await base().resize({ width })[format](publicFormats[format]).toBuffer();
        encoded.set(`${width}.${format}`, { bytes, type: `image/${format}` });
      }
      return encoded;
    };
    const files = await encodeAll('webp');
    const smaller = await encodeAll('avif');
    const avif = bytesOf(smaller) < bytesOf(files);
    if (avif) for (const [name, picture] of smaller) files.set(name, picture);
    const card = cover(base().flatten({ background: '#ffffff' }), { width: 1_200, height: 630 }, info);
    files.set('og.jpg', { bytes: await card.jpeg({ quality: 82, mozjpeg: true }).toBuffer(), type: 'image/jpeg' });
    return { width: info.width, height: info.height, widths, avif, files };
  });
}

/**
 * A picture for a printed page: a JPEG on white, no larger than `size`.
 * @param field for messages
 * @throws UNSUPPORTED_FILE, UNAVAILABLE
 */
export async function encodeForPrint(
  source: PictureSource,
  size: { width: number; height: number },
  field: string,
): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const opened = await openPicture(source, field);
  return work(opened, field, async () => {
    const { data, info } = await opened
      .decode()
      .resize(size.width, size.height, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 86 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
}

/** Renders a drawing of our own as PNG. @param svg without fonts, and only with embedded pictures */
export async function drawPng(svg: Uint8Array): Promise<Uint8Array> {
  const sharp = await imageLibrary();
  return queue.run(3, () => sharp(svg).flatten({ background: '#ffffff' }).png({ compressionLevel: 9 }).toBuffer());
}

/** The library for pictures, loaded with the first of them: it takes 25 MB and a tenth of a start. */
export async function imageLibrary() {
  const { default: sharp } = await import('sharp');
  // Small servers are short of memory: no cache, and one thread per picture.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
