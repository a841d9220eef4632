import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { MembershipValue } from '#shared/memberships.ts';
import { seededRandom } from './random.ts';

// The pictures were drawn for this project; no photographs are used.

export const sceneNames = [
  'books',
  'clock',
  'courthouse',
  'courtroom',
  'desk',
  'domes',
  'group',
  'hall',
  'hills',
  'lamp',
  'library',
  'pillars',
  'scales',
  'sunrise',
  'webinar',
] as const;
/** The scenes of a picture of 1600 by 1000. */
export type SceneName = (typeof sceneNames)[number];

const read = (name: string) => readFile(new URL(`./pictures/${name}.webp`, import.meta.url));
const asJpeg = (picture: Sharp) => picture.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer();

export const scenePicture = (scene: SceneName): Promise<Buffer> => read(scene);

const side = 600;
const inRow = 3;

/** A drawn portrait of 600 by 600, one of eighteen for each sex. */
export async function portraitPicture(seed: number, sex: 'Female' | 'Male'): Promise<Buffer> {
  const random = seededRandom(seed);
  const place = { left: random.int(0, inRow - 1) * side, top: random.int(0, inRow - 1) * side };
  const sheet = sharp(await read(`portraits-${sex.toLowerCase()}`)).extract({ ...place, width: side, height: side });
  return asJpeg(random.chance(0.5) ? sheet.flop() : sheet);
}

/** The scan of an identity card with this portrait, 1280 by 860; its text lines are blank. */
export async function idCardPicture(portrait: Buffer): Promise<Buffer> {
  const photo = await sharp(portrait).resize(276, 336).rotate(-0.9, { background: '#D5DFE6' }).toBuffer();
  return asJpeg(sharp(await read('identity-card')).composite([{ input: photo, left: 167, top: 306 }]));
}

const payments: Record<MembershipValue, string> = {
  'Patron member': 'payment-patron',
  'lifetime member': 'payment-lifetime',
  'Individual member': 'payment-individual',
};

/**
 * A screenshot of a fee's payment. It says that no money was moved.
 * @param number makes the picture unique, because the office is warned of one that is used twice
 */
export async function paymentPicture(membership: MembershipValue, number: number): Promise<Buffer> {
  const cut = Math.floor(number / 360) % 40;
  return asJpeg(
    sharp(await read(payments[membership]))
      .modulate({ hue: (number * 47) % 360 })
      .extract({ left: 0, top: 0, width: 720, height: 1440 - cut }),
  );
}
