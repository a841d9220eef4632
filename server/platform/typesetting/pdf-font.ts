import { subsetFont } from './font-file.ts';
import type { Font } from './fonts.ts';
import { hex4, n, type PdfFile, utf16 } from './pdf-file.ts';

/**
 * The glyphs of one font that a document uses. Each code stands for a glyph and its text, so that text copied from the document
 * equals the original, also where one character has several glyphs.
 */
export class UsedFont {
  readonly font: Font;
  readonly name: string;
  readonly #codes = new Map<string, number>();
  readonly #used: { glyph: number; text: string }[] = [];

  constructor(font: Font, name: string) {
    this.font = font;
    this.name = name;
  }

  code(glyph: number, text: string): number {
    const key = `${glyph} ${text}`;
    const code = this.#codes.get(key);
    if (code !== undefined) return code;
    this.#used.push({ glyph, text });
    this.#codes.set(key, this.#used.length);
    return this.#used.length;
  }

  /** Writes the font's objects. @returns its number */
  write(file: PdfFile): number {
    const { font } = this;
    const units = (value: number) => n((value * 1_000) / font.upem);
    const glyphs = [...new Set(this.#used.map(({ glyph }) => glyph))];
    const program = subsetFont(font.tables, glyphs);
    const numbers = new Map(glyphs.map((glyph, index) => [glyph, index + 1]));
    const map = Buffer.alloc(2 * (this.#used.length + 1));
    for (const [index, { glyph }] of this.#used.entries()) map.writeUInt16BE(numbers.get(glyph) ?? 0, 2 * (index + 1));
    const head = font.tables.get('head')!;
    const box = [36, 38, 40, 42].map((at) => units(head.readInt16BE(at))).join(' ');
    // PDF marks a font subset by six letters before its name.
    const name = `/AAAA${this.name
      .toUpperCase()
      .replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)
      .padStart(2, 'A')
      .slice(-2)}+${font.name}`;
    const programAt = file.stream(program, `/Length1 ${program.length}`);
    const descriptor = file.object(
      `<</Type/FontDescriptor/FontName${name}/Flags 4/FontBBox[${box}]/ItalicAngle 0/Ascent ${units(font.ascent)}/Descent ${units(-font.descent)}/CapHeight ${units(font.ascent)}/StemV 80/FontFile2 ${programAt} 0 R>>`,
    );
    const widths = this.#used.map(({ glyph }) => units(font.advance(glyph))).join(' ');
    const descendant = file.object(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/DW 0/W[1[${widths}]]/CIDToGIDMap ${file.stream(map)} 0 R>>`,
    );
    const unicode = file.stream(Buffer.from(this.#unicodeMap()));
    return file.object(
      `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
    );
  }

  #unicodeMap(): string {
    const lines = this.#used.map(({ text }, index) => `<${hex4(index + 1)}> <${utf16(text)}>`);
    const blocks: string[] = [];
    // PDF allows no more than a hundred in one block.
    for (let at = 0; at < lines.length; at += 100) {
      const block = lines.slice(at, at + 100);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${blocks.join('\n')}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
  }
}
