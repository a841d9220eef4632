import * as hb from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';
import { type Font, fontFor, type Weight } from './fonts.ts';

/** A positioned glyph. Lengths in points, from the start of the line and upwards from the base line. */
interface PlacedGlyph {
  font: Font;
  glyph: number;
  x: number;
  y: number;
  /** The text that it stands for; '' where several glyphs draw one character. */
  text: string;
}

/** One line of text, shaped. */
export interface Line {
  text: string;
  size: number;
  width: number;
  ascent: number;
  descent: number;
  glyphs: PlacedGlyph[];
}

/** Of Latin text, so that lines in most scripts share a base line. */
const usual = { ascent: 1.07, descent: 0.29 };

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;
const leftToRight = /[\p{L}\p{N}]/u;

interface Run {
  text: string;
  isRtl: boolean;
}

/** Splits a text into runs of one direction; neutral characters take that of both neighbours if they agree, else the line's. */
function directionsOf(text: string): { runs: Run[]; isRtl: boolean } {
  if (!rightToLeft.test(text)) return { runs: [{ text, isRtl: false }], isRtl: false };
  const characters = [...text];
  const strong = characters.map((each) => (rightToLeft.test(each) ? true : leftToRight.test(each) ? false : undefined));
  const isRtl = strong.find((each) => each !== undefined) ?? false;
  const runs: Run[] = [];
  let before: boolean | undefined;
  for (const [index, character] of characters.entries()) {
    const after = strong.slice(index).find((each) => each !== undefined);
    const direction = strong[index] ?? (before !== undefined && before === after ? before : isRtl);
    before = strong[index] ?? before;
    const last = runs.at(-1);
    if (last && last.isRtl === direction) last.text += character;
    else runs.push({ text: character, isRtl: direction });
  }
  return { runs, isRtl };
}

function fontsOf(text: string, weight: Weight): { text: string; font: Font }[] {
  const runs: { text: string; font: Font }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const font = fontFor(character, weight, last?.font);
    if (last && last.font === font) last.text += character;
    else runs.push({ text: character, font });
  }
  return runs;
}

const buffer = new hb.Buffer();

/** The text of each glyph: a cluster's characters are distributed to its glyphs in order. */
function readings(text: string, clusters: readonly number[]): string[] {
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  const textOf = (start: number) => text.slice(start, starts[starts.indexOf(start) + 1] ?? text.length);
  const left = new Map<number, string[]>();
  const count = new Map<number, number>();
  for (const cluster of clusters) count.set(cluster, (count.get(cluster) ?? 0) + 1);
  return clusters.map((cluster) => {
    const characters = left.get(cluster) ?? [...textOf(cluster)];
    const remaining = count.get(cluster)!;
    count.set(cluster, remaining - 1);
    const piece = remaining === 1 ? characters.splice(0) : characters.splice(0, 1);
    left.set(cluster, characters);
    return piece.join('');
  });
}

/** Documents share most of their lines. */
const shaped = new LRUCache<string, Line>({ max: 500 });

/** Shapes one line of text in any scripts. @param size in points */
export function shapeLine(text: string, size: number, weight: Weight = 400): Line {
  const key = `${weight} ${size} ${text}`;
  const line = shaped.get(key) ?? shape(text, size, weight);
  shaped.set(key, line);
  return line;
}

function shape(text: string, size: number, weight: Weight): Line {
  const line: Line = { text, size, width: 0, ascent: size * usual.ascent, descent: size * usual.descent, glyphs: [] };
  const { runs, isRtl: isRtlLine } = directionsOf(text.normalize('NFC'));
  for (const { text: part, isRtl } of isRtlLine ? runs.toReversed() : runs) {
    const pieces = fontsOf(part, weight);
    for (const { text: piece, font } of isRtl ? pieces.toReversed() : pieces) {
      buffer.reset();
      buffer.addText(piece);
      buffer.guessSegmentProperties();
      buffer.setDirection(isRtl ? hb.Direction.RTL : hb.Direction.LTR);
      hb.shape(font.shaper, buffer);
      const infos = buffer.getGlyphInfos();
      const positions = buffer.getGlyphPositions();
      const read = readings(
        piece,
        infos.map(({ cluster }) => cluster),
      );
      const scale = size / font.upem;
      for (const [index, { codepoint: glyph }] of infos.entries()) {
        const { xAdvance, xOffset, yOffset } = positions[index]!;
        line.glyphs.push({
          font,
          glyph,
          x: line.width + xOffset * scale,
          y: yOffset * scale,
          text: read[index]!,
        });
        line.width += xAdvance * scale;
      }
      line.ascent = Math.max(line.ascent, font.ascent * scale);
      line.descent = Math.max(line.descent, font.descent * scale);
    }
  }
  return line;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Wraps and shapes a text, which may contain line breaks, into lines no wider than `width` points. */
export function shapeText(text: string, width: number, size: number, weight: Weight = 400): Line[] {
  return text
    .split(/\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => wrap(paragraph, width, size, weight));
}

function wrap(text: string, width: number, size: number, weight: Weight): Line[] {
  const lines: Line[] = [];
  let current = '';
  const fits = (candidate: string) => shapeLine(candidate, size, weight).width <= width;
  const end = () => {
    if (current !== '') lines.push(shapeLine(current, size, weight));
    current = '';
  };
  for (const word of text.split(/\s+/)) {
    if (fits(current === '' ? word : `${current} ${word}`)) {
      current = current === '' ? word : `${current} ${word}`;
      continue;
    }
    end();
    if (fits(word)) current = word;
    // A word wider than the line is broken between letters.
    else
      for (const { segment } of graphemes.segment(word)) {
        if (current !== '' && !fits(current + segment)) end();
        current += segment;
      }
  }
  end();
  return lines;
}
