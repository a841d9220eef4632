import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as hb from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import { advancesOf, type FontTables, readWoff, writeTrueType } from './font-file.ts';

export type Weight = 400 | 700;

/** A font in one weight, ready for shaping. Lengths are in its own units, `upem` of which make one em. */
export interface Font {
  name: string;
  tables: FontTables;
  shaper: hb.Font;
  upem: number;
  ascent: number;
  descent: number;
  has(codePoint: number): boolean;
  advance(glyph: number): number;
  /** The outline as an SVG path; '' for a blank. */
  path(glyph: number): string;
}

interface Script {
  /** The package, and its part with the script's characters. */
  pack: string;
  part: string;
  /** The ranges of its characters, in hexadecimal. */
  ranges: readonly string[];
  characters: RegExp;
}

const script = (pack: string, part: string, ranges: string): Script => {
  const list = ranges.split(' ');
  const classes = list.map((range) => range.replace(/[0-9A-F]+/g, '\\u$&'));
  return { pack, part, ranges: list, characters: new RegExp(`[${classes.join('')}]`) };
};
export const scripts: readonly Script[] = [
  script('noto-sans-devanagari', 'devanagari', '0900-097F 1CD0-1CFF A8E0-A8FF'),
  script('noto-sans-bengali', 'bengali', '0980-09FF'),
  script('noto-sans-gurmukhi', 'gurmukhi', '0A00-0A7F'),
  script('noto-sans-gujarati', 'gujarati', '0A80-0AFF'),
  script('noto-sans-oriya', 'oriya', '0B00-0B7F'),
  script('noto-sans-tamil', 'tamil', '0B80-0BFF'),
  script('noto-sans-telugu', 'telugu', '0C00-0C7F'),
  script('noto-sans-kannada', 'kannada', '0C80-0CFF'),
  script('noto-sans-malayalam', 'malayalam', '0D00-0D7F'),
  script('noto-sans-sinhala', 'sinhala', '0D80-0DFF'),
  script('noto-serif-tibetan', 'tibetan', '0F00-0FFF'),
  script('noto-sans-ol-chiki', 'ol-chiki', '1C50-1C7F'),
  script('noto-sans-meetei-mayek', 'meetei-mayek', 'ABC0-ABFF AAE0-AAFF'),
  script('noto-nastaliq-urdu', 'arabic', '0600-06FF 0750-077F 08A0-08FF FB50-FDFF FE70-FEFF'),
];
const european = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'];

const require = createRequire(import.meta.url);
const folders = new Map<string, string>();
const loaded = new Map<string, Font>();
/** A cache of the font of each character in each weight. */
const chosen = new LRUCache<string, Font>({ max: 5_000 });

/** The path of a file of a font's package. */
export function fontPath(pack: string, file: string): string {
  const folder = folders.get(pack) ?? dirname(require.resolve(`@fontsource/${pack}/package.json`));
  folders.set(pack, folder);
  return join(folder, 'files', file);
}

function load(pack: string, part: string, weight: Weight): Font {
  const name = `${pack}-${part}-${weight}-normal`;
  const cached = loaded.get(name);
  if (cached) return cached;
  const tables = readWoff(readFileSync(fontPath(pack, `${name}.woff`)));
  const face = new hb.Face(new hb.Blob(writeTrueType(tables)));
  const shaper = new hb.Font(face);
  const characters = new Set(face.collectUnicodes());
  const { ascender, descender } = shaper.hExtents();
  const paths = new Map<number, string>();
  const font: Font = {
    name,
    tables,
    shaper,
    upem: face.upem,
    ascent: ascender,
    descent: -descender,
    has: (codePoint) => characters.has(codePoint),
    advance: advancesOf(tables),
    path(glyph) {
      const drawn = paths.get(glyph) ?? shaper.glyphToPath(glyph);
      paths.set(glyph, drawn);
      return drawn;
    },
  };
  loaded.set(name, font);
  return font;
}

/**
 * The font for a character: its script's, and for characters shared by all scripts the font before it, if that has them.
 * @param before font of the character to the left
 */
export function fontFor(character: string, weight: Weight, before: Font | undefined): Font {
  const codePoint = character.codePointAt(0)!;
  // Joiners and accents use the font of the letter before them, and so does a blank if that font has one.
  const isJoined =
    /\p{M}|\u200C|\u200D/u.test(character) && !scripts.some(({ characters }) => characters.test(character));
  if (before && (isJoined || (/\s/.test(character) && before.has(codePoint)))) return before;
  const key = `${weight} ${character}`;
  const font = chosen.get(key) ?? choose(character, weight);
  chosen.set(key, font);
  return font;
}

function choose(character: string, weight: Weight): Font {
  const script = scripts.find(({ characters }) => characters.test(character));
  if (script) return load(script.pack, script.part, weight);
  const codePoint = character.codePointAt(0)!;
  const part = european.find((each) => load('noto-sans', each, weight).has(codePoint)) ?? european[0]!;
  return load('noto-sans', part, weight);
}
