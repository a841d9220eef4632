import type { Weight } from './fonts.ts';
import { type Line, shapeLine, shapeText } from './shape.ts';

/** Points, from the page's upper left corner. */
interface Place {
  x: number;
  y: number;
}

export interface Box extends Place {
  width: number;
  height: number;
}

export type Item =
  /** `y` is the base line; `turned`: degrees anticlockwise around the line's beginning. */
  /** Lines of one text have the same `paragraph`. */
  | ({ kind: 'line'; line: Line; color: string; turned: number; paragraph: number } & Place)
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
  /** The smallest size to which a text may shrink to fit; by default half its size. */
  least?: number;
}

const ink = '#12233f';

/** Identifies texts within the process; not written to any file. */
let paragraphs = 0;

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
      const left = x + (align === 'left' ? 0 : align === 'right' ? free : free / 2);
      page.items.push({ kind: 'line', line, x: left, y: top + line.ascent, color, turned: 0, paragraph: paragraphs });
      top += (line.ascent + line.descent) * leading;
    }
    return top;
  }

  return {
    page,
    putLines,
    /** Draws a text below `y`, wrapped at `width`. @returns the `y` of its end */
    text(text: string, x: number, y: number, width: number, style: TextStyle): number {
      return putLines(shapeText(text, width, style.size, style.weight), x, y, width, style);
    },
    /**
     * The same in at most `lines` lines without breaking words, smaller if necessary; a text too long even in
     * the least size is broken, and cut off.
     */
    fitted(text: string, x: number, y: number, width: number, lines: number, style: TextStyle): number {
      const { weight, least = style.size / 2 } = style;
      const words = text.split(/\s+/).filter((word) => word !== '');
      for (let size = style.size; ; size = Math.max(size * 0.94, least)) {
        const shaped = shapeText(text, width, size, weight);
        const isWhole = words.every((word) => shapeLine(word, size, weight).width <= width);
        if ((shaped.length <= lines && isWhole) || size <= least) {
          return putLines(shaped.slice(0, lines), x, y, width, style);
        }
      }
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
    /** A picture scaled to fit the box, from its lower left corner. */
    jpeg({ bytes, ...pixels }: Jpeg, box: Box): void {
      const scale = Math.min(box.width / pixels.width, box.height / pixels.height);
      const [width, height] = [pixels.width * scale, pixels.height * scale];
      page.items.push({ kind: 'jpeg', bytes, pixels, x: box.x, y: box.y + box.height - height, width, height });
    },
  };
}
