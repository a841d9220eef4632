import QRCode from 'qrcode';
import type { Weight } from './fonts.ts';
import { type Line, shapeLine, shapeText } from './shape.ts';

/** Points, from the page's upper left corner. */
interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export type Item =
  /** `y` is the base line; `turned`: degrees anticlockwise around the line's beginning. */
  /** Lines of one text have the same `paragraph`. */
  | ({ kind: 'line'; line: Line; color: string; turned: number; paragraph: number } & Point)
  | ({ kind: 'rectangle'; fill: string | null; stroke: string | null; radius: number; strokeWidth: number } & Box)
  | ({ kind: 'squares'; rows: readonly (readonly boolean[])[]; color: string } & Box)
  | ({ kind: 'jpeg'; bytes: Uint8Array; pixels: { width: number; height: number } } & Box);

export interface Page {
  width: number;
  height: number;
  items: Item[];
}

/** A JPEG with its size, as it is put on pages. */
export interface Jpeg {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export const millimetres = (length: number): number => (length * 72) / 25.4;

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'centre' | 'right';
  /** Of a line's height. */
  leading?: number;
}

/** The room of a text that may shrink to fit. */
interface Room {
  width: number;
  lines: number;
  /** In points; without it, a text that is too long in half its size takes more lines. */
  height?: number;
}

const ink = '#12233f';

/** Identifies texts within the process; not written to any file. */
let paragraphs = 0;

const shift = (align: TextStyle['align'], free: number) => (align === 'left' ? 0 : align === 'right' ? free : free / 2);

const heightOf = (lines: readonly Line[], leading = 1) =>
  lines.reduce((sum, { ascent, descent }, at) => sum + (ascent + descent) * (at === lines.length - 1 ? 1 : leading), 0);

/** Shapes the whole text in the largest size that fits; in less than half its size its words may be broken. */
export function shapeToFit(
  text: string,
  { width, lines, height }: Room,
  { size: wanted, weight, leading }: TextStyle,
): Line[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  for (let size = wanted; ; size *= 0.94) {
    const shaped = shapeText(text, width, size, weight);
    const isWhole = words.every((word) => shapeLine(word, size, weight).width <= width);
    const isSmall = size <= wanted / 2;
    const fits = height === undefined || heightOf(shaped, leading) <= height;
    if (fits && (isSmall || (isWhole && shaped.length <= lines))) return shaped;
  }
}

/** A page under construction with absolute positions; nothing flows by itself. */
export function createPage(width: number, height: number) {
  const page: Page = { width, height, items: [] };

  /** Draws shaped lines below `y`. @returns the `y` of their end */
  function putLines(lines: readonly Line[], x: number, y: number, width: number, style: TextStyle): number {
    const { color = ink, align = 'left', leading = 1 } = style;
    let top = y;
    paragraphs += 1;
    for (const line of lines) {
      const free = width - line.width;
      const left = x + shift(align, free);
      page.items.push({ kind: 'line', line, x: left, y: top + line.ascent, color, turned: 0, paragraph: paragraphs });
      top += (line.ascent + line.descent) * leading;
    }
    return y + heightOf(lines, leading);
  }

  return {
    page,
    putLines,
    /** Draws a text below `y`, wrapped at `width`. @returns the `y` of its end */
    text(text: string, x: number, y: number, width: number, style: TextStyle): number {
      return putLines(shapeText(text, width, style.size, style.weight), x, y, width, style);
    },
    /** The same in at most `lines` lines without breaking words, smaller if necessary, as {@link shapeToFit} does. */
    fitted(text: string, x: number, y: number, width: number, lines: number, style: TextStyle): number {
      return putLines(shapeToFit(text, { width, lines }, style), x, y, width, style);
    },
    /** One line, rotated around its centre at `x` and `y`. */
    across(text: string, x: number, y: number, turned: number, style: TextStyle): void {
      const line = shapeLine(text, style.size, style.weight);
      const angle = (turned * Math.PI) / 180;
      const [along, up] = [line.width / 2, line.size * 0.36];
      paragraphs += 1;
      page.items.push({
        kind: 'line',
        paragraph: paragraphs,
        line,
        color: style.color ?? ink,
        turned,
        x: x - along * Math.cos(angle) + up * Math.sin(angle),
        y: y + along * Math.sin(angle) + up * Math.cos(angle),
      });
    },
    rectangle(box: Box, look: { fill?: string; stroke?: string; radius?: number; strokeWidth?: number }): void {
      const { fill = null, stroke = null, radius = 0, strokeWidth = 0.5 } = look;
      page.items.push({ kind: 'rectangle', ...box, fill, stroke, radius, strokeWidth });
    },
    rule(x: number, y: number, width: number, color = '#c9c2b2'): void {
      page.items.push({
        kind: 'rectangle',
        x,
        y,
        width,
        height: 0.6,
        fill: color,
        stroke: null,
        radius: 0,
        strokeWidth: 0,
      });
    },
    squares(rows: readonly (readonly boolean[])[], x: number, y: number, side: number, color = '#000000'): void {
      page.items.push({ kind: 'squares', rows, x, y, width: side, height: side, color });
    },
    /** A picture scaled to fit the box, at its lower edge. */
    jpeg({ bytes, ...pixels }: Jpeg, box: Box, align: TextStyle['align'] = 'centre'): void {
      const scale = Math.min(box.width / pixels.width, box.height / pixels.height);
      const [width, height] = [pixels.width * scale, pixels.height * scale];
      const x = box.x + shift(align, box.width - width);
      page.items.push({ kind: 'jpeg', bytes, pixels, x, y: box.y + box.height - height, width, height });
    },
  };
}

/** The modules of a QR code, row by row, without the quiet zone around it. */
export function qrRows(text: string): boolean[][] {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  return Array.from({ length: modules.size }, (_row, down) =>
    Array.from({ length: modules.size }, (_square, right) => modules.get(down, right) === 1),
  );
}
