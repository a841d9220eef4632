import { inflateSync } from 'node:zlib';

/** A font's tables by their four-letter names. */
export type FontTables = ReadonlyMap<string, Buffer>;

/** The tables of a font in the first Web Open Font Format, which packs each table by itself. */
export function readWoff(file: Buffer): FontTables {
  if (file.readUInt32BE(0) !== 0x774f4646) throw new Error('This is no WOFF font.');
  const tables = new Map<string, Buffer>();
  const count = file.readUInt16BE(12);
  for (let at = 44; at < 44 + count * 20; at += 20) {
    const start = file.readUInt32BE(at + 4);
    const packed = file.subarray(start, start + file.readUInt32BE(at + 8));
    const length = file.readUInt32BE(at + 12);
    tables.set(file.toString('latin1', at, at + 4), packed.length < length ? inflateSync(packed) : packed);
  }
  return tables;
}

/** Writes a TrueType file. Checksums stay 0: no reader of these files checks them. */
export function writeTrueType(tables: FontTables): Buffer {
  const names = [...tables.keys()].sort();
  const power = Math.floor(Math.log2(names.length));
  const head = Buffer.alloc(12 + 16 * names.length);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(names.length, 4);
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (names.length - 2 ** power), 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, name] of names.entries()) {
    const table = tables.get(name)!;
    const at = 12 + 16 * index;
    head.write(name, at, 'latin1');
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** The outline of each glyph in `glyf`. */
function outlineOf(tables: FontTables) {
  const loca = tables.get('loca')!;
  const glyf = tables.get('glyf')!;
  const isLong = tables.get('head')!.readInt16BE(50) === 1;
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  return (glyph: number) => glyf.subarray(offset(glyph), offset(glyph + 1));
}

/** The positions of the component glyphs' numbers in a composite outline. */
function partsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const positions: number[] = [];
  for (let at = 10, flags = 0x20; flags & 0x20; ) {
    flags = outline.readUInt16BE(at);
    positions.push(at + 2);
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    at += 4 + (flags & 0x01 ? 4 : 2) + scale;
  }
  return positions;
}

/**
 * A subset of a font with these glyphs and their components, for embedding.
 * @param glyphs in the order of their new numbers from 1 on; 0 stays the box for missing glyphs
 */
export function subsetFont(tables: FontTables, glyphs: readonly number[]): Buffer {
  const outline = outlineOf(tables);
  const glyphList = [0, ...glyphs];
  const numbers = new Map(glyphList.map((glyph, index) => [glyph, index]));
  const outlines: Buffer[] = [];
  // Grows during the loop: components are appended.
  for (let index = 0; index < glyphList.length; index += 1) {
    const copy = Buffer.from(outline(glyphList[index]!));
    for (const at of partsOf(copy)) {
      const part = copy.readUInt16BE(at);
      if (!numbers.has(part)) {
        numbers.set(part, glyphList.length);
        glyphList.push(part);
      }
      copy.writeUInt16BE(numbers.get(part)!, at);
    }
    outlines.push(Buffer.concat([copy, Buffer.alloc(-copy.length & 3)]));
  }
  const loca = Buffer.alloc(4 * (glyphList.length + 1));
  let end = 0;
  for (const [index, { length }] of outlines.entries()) {
    end += length;
    loca.writeUInt32BE(end, 4 * (index + 1));
  }
  const hmtx = Buffer.alloc(4 * glyphList.length);
  const advance = advancesOf(tables);
  for (const [index, glyph] of glyphList.entries()) {
    hmtx.writeUInt16BE(advance(glyph), 4 * index);
    const drawn = outlines[index]!;
    hmtx.writeInt16BE(drawn.length > 0 ? drawn.readInt16BE(2) : 0, 4 * index + 2);
  }
  const changed = (name: string, at: number, value: number) => {
    const copy = Buffer.from(tables.get(name)!);
    copy.writeUInt16BE(value, at);
    return copy;
  };
  const result = new Map<string, Buffer>([
    ['glyf', Buffer.concat(outlines)],
    ['loca', loca],
    ['hmtx', hmtx],
    ['head', changed('head', 50, 1)],
    ['hhea', changed('hhea', 34, glyphList.length)],
    ['maxp', changed('maxp', 4, glyphList.length)],
  ]);
  for (const name of ['cvt ', 'fpgm', 'prep']) {
    const table = tables.get(name);
    if (table) result.set(name, table);
  }
  return writeTrueType(result);
}

/** The advance width of each glyph, in units of the font. */
export function advancesOf(tables: FontTables): (glyph: number) => number {
  const hmtx = tables.get('hmtx')!;
  const last = tables.get('hhea')!.readUInt16BE(34) - 1;
  return (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, last));
}
