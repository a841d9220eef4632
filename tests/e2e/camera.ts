import { createWriteStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { toBuffer } from 'qrcode';
import sharp from 'sharp';
import config from '../../playwright.config.ts';

/** Frames per second, and frames per code: about as long as a phone is held before a camera. */
const perSecond = 30;
const perCode = 12;

/** A video for Chromium's fake camera that loops through QR codes; null shows no code. */
async function filmOf(codes: readonly (string | null)[]): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'association-camera-')), 'codes.mjpeg');
  const file = createWriteStream(path);
  for (const code of codes) {
    const grey = { width: 640, height: 480, channels: 3, background: '#8a8a8a' } as const;
    const drawn = code === null ? sharp({ create: grey }) : sharp(await toBuffer(code, { width: 360, margin: 3 }));
    const picture = await drawn
      .resize(640, 480, { fit: 'contain', background: '#8a8a8a' })
      .jpeg({ quality: 80 })
      .toBuffer();
    for (let count = 0; count < perCode; count++) file.write(picture);
  }
  file.end();
  await finished(file);
  return path;
}

/** A phone whose camera shows these codes in a loop. */
export async function phoneThatSees(codes: readonly (string | null)[], options: BrowserContextOptions = {}) {
  const { launchOptions, locale, timezoneId } = config.use!;
  const browser: Browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${await filmOf(codes)}`,
    ],
  });
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    ...(locale ? { locale } : {}),
    ...(timezoneId ? { timezoneId } : {}),
    permissions: ['camera'],
    ...options,
  });
  return { browser, context, film: { seconds: (codes.length * perCode) / perSecond } };
}
