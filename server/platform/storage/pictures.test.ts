import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { mediaTypeOf } from './media-type.ts';
import { encodePicture, encodePublicPicture } from './pictures.ts';

const canvas = (width: number, height: number, background = '#a33', channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } });

/** Red on the left, blue on the right: shows whether it was rotated. */
async function twoHalves(width: number, height: number) {
  const right = await canvas(width / 2, height, '#00f')
    .png()
    .toBuffer();
  return canvas(width, height, '#f00').composite([{ input: right, left: width / 2, top: 0 }]);
}

/** The approximate colour: CMYK and lossy formats change it slightly. */
async function pixel(bytes: Uint8Array, left: number, top: number): Promise<string> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  if (Math.min(red, green, blue) > 240) return 'white';
  return red > green + 80 && red > blue + 80 ? 'red' : blue > red + 80 && blue > green + 40 ? 'blue' : `${[...data]}`;
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (failure) => failure,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${error}`);
  expect(error.code).toBe('UNSUPPORTED_FILE');
  expect(error.fields).toEqual({ news_pic: error.message });
  return error.message;
}

describe('pictures of every accepted kind', () => {
  const kinds: [string, () => Promise<Uint8Array>][] = [
    ['JPEG', async () => (await twoHalves(900, 600)).jpeg().toBuffer()],
    ['progressive JPEG', async () => (await twoHalves(900, 600)).jpeg({ progressive: true }).toBuffer()],
    ['CMYK JPEG', async () => (await twoHalves(900, 600)).toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG', async () => (await twoHalves(900, 600)).png().toBuffer()],
    ['16 bit PNG', async () => (await twoHalves(900, 600)).toColourspace('rgb16').png().toBuffer()],
    ['palette PNG', async () => (await twoHalves(900, 600)).png({ palette: true }).toBuffer()],
    ['WebP', async () => (await twoHalves(900, 600)).webp({ lossless: true }).toBuffer()],
    ['AVIF', async () => (await twoHalves(900, 600)).avif().toBuffer()],
    ['GIF', async () => (await twoHalves(900, 600)).gif().toBuffer()],
  ];
  test.each(kinds)('%s', async (_name, make) => {
    const source = await make();
    const profile = await encodePicture(source, 'profile', 'x');
    const square = await sharp(profile.bytes).metadata();
    expect(square).toMatchObject({ format: 'webp', width: 480, height: 480, space: 'srgb' });
    const screenshot = await encodePicture(source, 'screenshot', 'x');
    expect(await sharp(screenshot.bytes).metadata()).toMatchObject({ format: 'webp', width: 900, height: 600 });
    expect([await pixel(screenshot.bytes, 10, 300), await pixel(screenshot.bytes, 890, 300)]).toEqual(['red', 'blue']);
    const set = await encodePublicPicture(source, 'x');
    expect(set).toMatchObject({ width: 900, height: 600, widths: [400, 800, 900] });
    expect([...set.files.keys()]).toEqual([
      '400.webp',
      '800.webp',
      '900.webp',
      '400.avif',
      '800.avif',
      '900.avif',
      'og.jpg',
    ]);
    const card = await sharp(set.files.get('og.jpg')?.bytes).metadata();
    expect(card).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 });
  });

  test('one frame of an animation', async () => {
    const frames = ['#f00', '#0f0', '#00f'].map((background) => canvas(300, 200, background).png().toBuffer());
    const animated = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(3);
    const { bytes } = await encodePicture(animated, 'screenshot', 'x');
    const metadata = await sharp(bytes, { pages: -1 }).metadata();
    expect(metadata).toMatchObject({ width: 300, height: 200 });
    expect(metadata.pages ?? 1).toBe(1);
    expect(await pixel(bytes, 5, 5)).toBe('red');
  });

  test('large ones are scaled down, none is scaled up but the square', async () => {
    const large = await canvas(5_000, 3_000).jpeg().toBuffer();
    expect(await sharp((await encodePicture(large, 'screenshot', 'x')).bytes).metadata()).toMatchObject({
      width: 2_000,
      height: 1_200,
    });
    expect(await encodePublicPicture(large, 'x')).toMatchObject({
      width: 1_600,
      height: 960,
      widths: [400, 800, 1_200, 1_600],
    });
    const small = await canvas(30, 20).png().toBuffer();
    expect(await sharp((await encodePicture(small, 'screenshot', 'x')).bytes).metadata()).toMatchObject({
      width: 30,
      height: 20,
    });
    expect(await encodePublicPicture(small, 'x')).toMatchObject({ width: 30, height: 20, widths: [30] });
    expect(await sharp((await encodePicture(small, 'profile', 'x')).bytes).metadata()).toMatchObject({
      width: 480,
      height: 480,
    });
  });

  test.each([
    [1, 1],
    [400, 16],
    [16, 400],
    [1_080, 20_000],
    [30_000, 1_300],
  ])('a shape of %d x %d', async (width, height) => {
    const source = await canvas(width, height).png().toBuffer();
    const set = await encodePublicPicture(source, 'x');
    expect(set.widths.at(-1)).toBe(set.width);
    expect(new Set(set.widths).size).toBe(set.widths.length);
    expect(set.height).toBeLessThanOrEqual(6_000);
    const profile = await encodePicture(source, 'profile', 'x');
    expect(await sharp(profile.bytes).metadata()).toMatchObject({ width: 480, height: 480 });
    await encodePicture(source, 'screenshot', 'x');
  });

  test('transparency stays, and is white on the card', async () => {
    const source = await canvas(600, 600, '#00000000', 4).png().toBuffer();
    const set = await encodePublicPicture(source, 'x');
    expect((await sharp(set.files.get('600.webp')?.bytes).metadata()).hasAlpha).toBe(true);
    expect(await pixel(set.files.get('og.jpg')!.bytes, 600, 300)).toBe('white');
  });

  test('rotated as the camera was held, and without metadata on place, camera and owner', async () => {
    const source = await (await twoHalves(1_000, 600))
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Artist: 'Kavita Deshmukh', Model: 'Phone 12' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '18/1 31/1 12/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '73/1 51/1 24/1',
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Kavita</a></x:xmpmeta>')
      .toBuffer();
    const before = await sharp(source).metadata();
    expect(before.orientation).toBe(6);
    expect(before.exif?.toString('latin1')).toContain('Kavita');
    const set = await encodePublicPicture(source, 'x');
    expect(set).toMatchObject({ width: 600, height: 1_000 });
    const outputs = [
      (await encodePicture(source, 'profile', 'x')).bytes,
      (await encodePicture(source, 'screenshot', 'x')).bytes,
      ...[...set.files.values()].map(({ bytes }) => bytes),
    ];
    for (const bytes of outputs) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc, orientation: orientation ?? 1 }).toEqual({ orientation: 1 });
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Kavita|Exif|Phone 12|GPS/);
    }
    // After rotation the left side is on top.
    expect([await pixel(outputs[1]!, 300, 20), await pixel(outputs[1]!, 300, 980)]).toEqual(['red', 'blue']);
  });
});

const text = (content: string) => new TextEncoder().encode(content);
const png = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // The decoder checks the checksum, so a valid one is needed to reach the pixels.
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function pngOf(width: number, height: number, pixels: Uint8Array): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([png, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())]);
}

const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  text('ftypheic'),
  Buffer.alloc(4),
  text('mif1heic'),
  Buffer.alloc(200),
]);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe('refused pictures, with a hint on what to do', () => {
  const strangers: [string, Uint8Array, RegExp][] = [
    ['SVG with a script', text(svg), /JPEG, PNG, WebP, AVIF or GIF/],
    ['SVG after a declaration', text(`\ufeff<?xml version="1.0"?>\n${svg}`), /JPEG/],
    ['HTML', text('<!doctype html><script>alert(1)</script>'), /JPEG/],
    ['plain text', text('hello'), /JPEG/],
    ['PDF', text('%PDF-1.7\n%%EOF'), /PDF cannot be used.*photo or a screenshot/],
    ['HEIC', heic, /HEIC.*iPhone.*Settings > Camera > Formats > Most Compatible/],
    [
      'HEIF by its general brand',
      Buffer.concat([Buffer.from([0, 0, 0, 20]), text('ftypmif1'), Buffer.alloc(4), text('heix')]),
      /HEIC/,
    ],
    ['BMP', Buffer.concat([text('BM'), Buffer.alloc(200)]), /JPEG/],
    ['one byte', new Uint8Array([0xff]), /JPEG/],
    ['nothing', new Uint8Array(), /JPEG/],
    [
      'a JPEG in name and first bytes only',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text(svg)]),
      /damaged/,
    ],
    ['a PNG in first bytes only', Buffer.concat([png, text(svg)]), /damaged/],
    ['a GIF in first bytes only', text(`GIF89a${svg}`), /damaged|megapixels/],
    ['a WebP in first bytes only', text(`RIFF....WEBP${svg}`), /damaged/],
    [
      'an AVIF in first bytes only',
      Buffer.concat([Buffer.from([0, 0, 0, 16]), text('ftypavif'), Buffer.alloc(300)]),
      /damaged/,
    ],
  ];
  test.each(strangers)('%s', async (_name, bytes, message) => {
    expect(await refusal(encodePicture(bytes, 'profile', 'news_pic'))).toMatch(message);
    expect(await refusal(encodePublicPicture(bytes, 'news_pic'))).toMatch(message);
  });

  test('TIFF, though the decoder could read it', async () => {
    const tiff = await canvas(30, 20).tiff().toBuffer();
    expect(await refusal(encodePicture(tiff, 'profile', 'news_pic'))).toMatch(/JPEG/);
  });

  test('a truncated picture', async () => {
    for (const kind of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
      const noise = await canvas(160, 120)
        .composite([
          {
            input: {
              create: {
                width: 160,
                height: 120,
                channels: 3,
                background: '#888',
                noise: { type: 'gaussian', mean: 128, sigma: 40 },
              },
            },
            blend: 'over',
          },
        ])
        .toFormat(kind)
        .toBuffer();
      const cut = noise.subarray(0, Math.floor(noise.length / 2));
      expect(await refusal(encodePicture(cut, 'screenshot', 'news_pic')), kind).toMatch(/damaged/);
      expect(await refusal(encodePublicPicture(cut, 'news_pic')), kind).toMatch(/damaged/);
    }
  });

  test('more than 50 megapixels, by the header alone', async () => {
    const many = /more than 50 megapixels/;
    // Less than a megabyte that would unpack to 64 megapixels; and headers that claim thousands.
    const zeros = pngOf(8_000, 8_000, deflateSync(new Uint8Array(8_001 * 8_000)));
    expect(zeros.length).toBeLessThan(1_000_000);
    expect(await refusal(encodePicture(zeros, 'screenshot', 'news_pic'))).toMatch(many);
    expect(
      await refusal(encodePicture(pngOf(60_000, 60_000, deflateSync(new Uint8Array(1_000))), 'screenshot', 'news_pic')),
    ).toMatch(many);
    const jpeg = Buffer.from(await canvas(64, 64).jpeg().toBuffer());
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(60_000, frame + 5);
    jpeg.writeUInt16BE(60_000, frame + 7);
    expect(await refusal(encodePicture(jpeg, 'screenshot', 'news_pic'))).toMatch(many);
    const gif = Buffer.from(await canvas(64, 64).gif().toBuffer());
    gif.writeUInt16LE(60_000, 6);
    gif.writeUInt16LE(60_000, 8);
    // The decoder uses the frame's size, and so does this check.
    const image = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 64, 0, 64, 0]));
    expect(image).toBeGreaterThan(0);
    gif.writeUInt16LE(60_000, image + 5);
    gif.writeUInt16LE(60_000, image + 7);
    expect(await refusal(encodePicture(gif, 'screenshot', 'news_pic'))).toMatch(/megapixels|damaged/);
  });

  test('an AVIF that would take too much memory', async () => {
    const large = await canvas(6_100, 4_000).avif({ effort: 0 }).toBuffer();
    expect(await refusal(encodePicture(large, 'profile', 'news_pic'))).toMatch(/AVIF.*24 megapixels.*JPEG/);
  });

  test('exactly at the limit is fine', async () => {
    const max = pngOf(10_000, 5_000, deflateSync(new Uint8Array(10_001 * 5_000)));
    expect(await encodePublicPicture(max, 'x')).toMatchObject({ width: 1_600, height: 800 });
  });

  test('more pixel data than the header says is not unpacked', async () => {
    const swollen = pngOf(100, 100, deflateSync(new Uint8Array(50_000_000)));
    const before = process.memoryUsage().rss;
    await encodePicture(swollen, 'screenshot', 'news_pic').catch((error) => expect(error).toBeInstanceOf(AppError));
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test.each([
    [20_000, 2],
    [1, 30],
    [401, 30_000],
  ])('a line of %d x %d, which would have to be blown up', async (width, height) => {
    const line = await canvas(width, height).png().toBuffer();
    expect(await refusal(encodePicture(line, 'profile', 'news_pic'))).toMatch(/too long and narrow/);
    expect(await refusal(encodePublicPicture(line, 'news_pic'))).toMatch(/too long and narrow/);
  });

  test('more than 10 MB', async () => {
    const bytes = Buffer.concat([await canvas(9, 9).jpeg().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]);
    expect(await refusal(encodePublicPicture(bytes, 'news_pic'))).toMatch(/larger than 10 MB/);
  });
});

test('data after the picture in the same file is removed', async () => {
  const both = Buffer.concat([await canvas(300, 200).gif().toBuffer(), text('<script>alert(1)</script>')]);
  const { bytes } = await encodePicture(both, 'screenshot', 'x');
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('script');
});

describe('what a file is', () => {
  test.each([
    ['%PDF-1.4', 'application/pdf'],
    ['PK\x03\x04word', 'application/zip'],
    ['<svg>', 'application/octet-stream'],
    ['<!doctype html>', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('%j', (content, type) => {
    expect(mediaTypeOf(text(content))).toBe(type);
  });
});
