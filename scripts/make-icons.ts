// Draws the pictures in web/public from the logo: `node scripts/make-icons.ts`, after the logo has changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';

const root = resolve(import.meta.dirname, '..');
const target = (name: string) => resolve(root, 'web/public', name);

const navy = '#0f2140';
const saffron = '#b45309';

/** The component's shapes, so that the logo is drawn only once. */
const source = readFileSync(resolve(root, 'web/ui/page/Logo.tsx'), 'utf8');
const drawing = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(source)?.[1];
if (!drawing) throw new Error('web/ui/page/Logo.tsx holds no drawing.');
const shapes = drawing
  .replace(/strokeWidth/g, 'stroke-width')
  .replace(/strokeLinecap/g, 'stroke-linecap')
  .replace(/strokeLinejoin/g, 'stroke-linejoin')
  .replace(/\s+/g, ' ')
  .trim();

/** The logo in white on a navy square of 64 units. @param scale the logo's share of the square */
function icon(scale: number, radius: number): string {
  const margin = (64 * (1 - scale)) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>Scales</title>` +
    `<rect width="64" height="64" rx="${radius}" fill="${navy}"/>` +
    `<g transform="translate(${margin.toFixed(2)} ${margin.toFixed(2)}) scale(${scale})" color="#fff" fill="none">${shapes}</g></svg>`
  );
}

const png = (svg: string, edge: number) =>
  sharp(Buffer.from(svg), { density: 600 }).resize(edge, edge).png().toBuffer();

/** An .ico file may contain a PNG. */
function ico(image: Buffer, edge: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(edge, 6);
  header.writeUInt8(edge, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, image]);
}

const rounded = icon(0.82, 12);
// Platforms crop these icons, so the logo keeps a distance from the edge.
const maskable = icon(0.62, 0);

writeFileSync(target('icon.svg'), rounded);
writeFileSync(target('favicon.ico'), ico(await png(rounded, 32), 32));
writeFileSync(target('apple-touch-icon.png'), await png(maskable, 180));
writeFileSync(target('icon-192.png'), await png(rounded, 192));
writeFileSync(target('icon-512.png'), await png(rounded, 512));
writeFileSync(target('icon-maskable-512.png'), await png(maskable, 512));

/** The preview of a shared page without a picture: only the logo, as the name is a setting. */
const share =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${navy}"/>` +
  `<rect y="618" width="1200" height="12" fill="${saffron}"/>` +
  `<g transform="translate(435 145) scale(5.15625)" color="#fff" fill="none">${shapes}</g></svg>`;
writeFileSync(target('share.jpg'), await sharp(Buffer.from(share)).jpeg({ quality: 86, mozjpeg: true }).toBuffer());
