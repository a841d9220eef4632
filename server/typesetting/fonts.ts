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

/** Packages, their subset for the script, and the script's characters. */
const scripts: readonly (readonly [pack: string, part: string, characters: RegExp])[] = [
  ['noto-sans-devanagari', 'devanagari', /[\u0900-\u097F\u1CD0-\u1CFF\uA8E0-\uA8FF]/],
  ['noto-sans-bengali', 'bengali', /[\u0980-\u09FF]/],
  ['noto-sans-gurmukhi', 'gurmukhi', /[\u0A00-\u0A7F]/],
  ['noto-sans-gujarati', 'gujarati', /[\u0A80-\u0AFF]/],
  ['noto-sans-oriya', 'oriya', /[\u0B00-\u0B7F]/],
  ['noto-sans-tamil', 'tamil', /[\u0B80-\u0BFF]/],
  ['noto-sans-telugu', 'telugu', /[\u0C00-\u0C7F]/],
  ['noto-sans-kannada', 'kannada', /[\u0C80-\u0CFF]/],
  ['noto-sans-malayalam', 'malayalam', /[\u0D00-\u0D7F]/],
  ['noto-sans-ol-chiki', 'ol-chiki', /[\u1C50-\u1C7F]/],
  ['noto-sans-meetei-mayek', 'meetei-mayek', /[\uABC0-\uABFF\uAAE0-\uAAFF]/],
  ['noto-nastaliq-urdu', 'arabic', /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFF]/],
];
const european = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'];

const require = createRequire(import.meta.url);
const folders = new Map<string, string>();
const loaded = new Map<string, Font>();
/** A cache of the font of each character in each weight. */
const chosen = new LRUCache<string, Font>({ max: 5_000 });

function load(pack: string, part: string, weight: Weight): Font {
  const name = `${pack}-${part}-${weight}-normal`;
  const known = loaded.get(name);
  if (known) return known;
  const folder = folders.get(pack) ?? dirname(require.resolve(`@fontsource/${pack}/package.json`));
  folders.set(pack, folder);
  const tables = readWoff(readFileSync(join(folder, 'files', `${name}.woff`)));
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
  const isJoined = /\p{M}|\u200C|\u200D/u.test(character) && !scripts.some(([, , own]) => own.test(character));
  if (before && (isJoined || (/\s/.test(character) && before.has(codePoint)))) return before;
  const key = `${weight} ${character}`;
  const font = chosen.get(key) ?? choose(character, weight);
  chosen.set(key, font);
  return font;
}

function choose(character: string, weight: Weight): Font {
  const script = scripts.find(([, , characters]) => characters.test(character));
  if (script) return load(script[0], script[1], weight);
  const codePoint = character.codePointAt(0)!;
  const part = european.find((each) => load('noto-sans', each, weight).has(codePoint)) ?? european[0]!;
  return load('noto-sans', part, weight);
}
