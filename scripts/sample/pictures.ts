import sharp from 'sharp';
import { idCardSvg, paymentSvg, type SampleIdCard, type SamplePayment } from './drawing/documents.ts';
import { portraitSvg } from './drawing/portrait.ts';
import { type SceneName, sceneSvg } from './drawing/scenes.ts';

/** Everything here is drawn by the program: no photograph of anybody or anything is used. All pictures are JPEG. */

function rasterised(drawing: string): Promise<Buffer> {
  return sharp(Buffer.from(drawing))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** A scene of 1600 by 1000. */
export function scenePicture(scene: SceneName, seed: number): Promise<Buffer> {
  return rasterised(sceneSvg(scene, seed));
}

/** A drawn portrait of 600 by 600. */
export function portraitPicture(seed: number, sex: 'Female' | 'Male'): Promise<Buffer> {
  return rasterised(portraitSvg(seed, sex));
}

/** The picture of a telephone after a payment, 720 by 1440. */
export function paymentPicture(payment: SamplePayment): Promise<Buffer> {
  return rasterised(paymentSvg(payment));
}

/** The scan of an identity card, 1280 by 860. */
export function idCardPicture(card: SampleIdCard): Promise<Buffer> {
  return rasterised(idCardSvg(card));
}
