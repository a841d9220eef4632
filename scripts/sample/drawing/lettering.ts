import { group, path } from './svg.ts';

/**
 * Letters as strokes, so that a drawing with text looks the same on a machine without fonts. Capitals are 6 high and
 * stand on 6; each letter has its width and its strokes. Small letters are drawn as small capitals.
 */
const letters: Record<string, readonly [width: number, strokes: string]> = {
  A: [4, 'M0 6L2 0L4 6M.8 4H3.2'],
  B: [3.6, 'M0 0V6H2.1a1.5 1.5 0 0 0 0-3H0M0 0H2a1.5 1.5 0 0 1 0 3'],
  C: [3.9, 'M3.9 1.1A2.3 3 0 1 0 3.9 4.9'],
  D: [4, 'M0 0V6H1.4A2.6 3 0 0 0 1.4 0z'],
  E: [3.3, 'M3.3 0H0V6H3.3M0 3H2.8'],
  F: [3.2, 'M3.2 0H0V6M0 3H2.7'],
  G: [4.2, 'M3.9 1.1A2.3 3 0 1 0 4.2 4.6V3.3H2.6'],
  H: [4, 'M0 0V6M4 0V6M0 3H4'],
  I: [0, 'M0 0V6'],
  J: [2.6, 'M2.6 0V4.4A1.3 1.6 0 0 1 0 4.4'],
  K: [3.8, 'M0 0V6M3.6 0L0 3.6M1.2 2.5L3.8 6'],
  L: [3.1, 'M0 0V6H3.1'],
  M: [4.8, 'M0 6V0L2.4 4L4.8 0V6'],
  N: [4, 'M0 6V0L4 6V0'],
  O: [4.6, 'M2.3 0A2.3 3 0 1 0 2.3 6A2.3 3 0 1 0 2.3 0'],
  P: [3.6, 'M0 6V0H1.9a1.7 1.7 0 0 1 0 3.4H0'],
  Q: [4.7, 'M2.3 0A2.3 3 0 1 0 2.3 6A2.3 3 0 1 0 2.3 0M2.9 4.6L4.7 6.4'],
  R: [3.8, 'M0 6V0H1.9a1.7 1.7 0 0 1 0 3.4H0M1.8 3.4L3.8 6'],
  S: [3.6, 'M3.4 .9A1.8 1.5 0 1 0 1.8 3A1.8 1.5 0 1 1 .1 5.1'],
  T: [4, 'M0 0H4M2 0V6'],
  U: [4, 'M0 0V4A2 2 0 0 0 4 4V0'],
  V: [4, 'M0 0L2 6L4 0'],
  W: [5.6, 'M0 0L1.4 6L2.8 1.4L4.2 6L5.6 0'],
  X: [4, 'M0 0L4 6M4 0L0 6'],
  Y: [4, 'M0 0L2 3.1L4 0M2 3.1V6'],
  Z: [4, 'M0 0H4L0 6H4'],
  '0': [4, 'M2 0A2 3 0 1 0 2 6A2 3 0 1 0 2 0'],
  '1': [2.1, 'M.2 1.4L2 0V6'],
  '2': [4, 'M.1 1.7A1.9 1.7 0 1 1 3.4 3L0 6H4'],
  '3': [3.7, 'M.2 .9A1.8 1.5 0 1 1 1.8 3A1.9 1.5 0 1 1 .1 5'],
  '4': [4, 'M3 6V0L0 4.2H4'],
  '5': [3.8, 'M3.5 0H.6L.3 2.7A1.9 1.8 0 1 1 .1 5'],
  '6': [4, 'M3.3 .3A3.4 4.2 0 0 0 0 4.1A2 1.9 0 1 0 4 4.1A2 1.9 0 0 0 .2 3.4'],
  '7': [3.8, 'M0 0H3.8L1.4 6'],
  '8': [3.8, 'M1.9 0A1.6 1.5 0 1 0 1.9 3A1.6 1.5 0 1 0 1.9 0M1.9 3A1.9 1.5 0 1 0 1.9 6A1.9 1.5 0 1 0 1.9 3'],
  '9': [4, 'M.7 5.7A3.4 4.2 0 0 0 4 1.9A2 1.9 0 1 0 0 1.9A2 1.9 0 0 0 3.8 2.6'],
  '.': [0.2, 'M.1 5.9V6'],
  ',': [0.4, 'M.4 5.7L0 6.9'],
  ':': [0.2, 'M.1 2.1V2.2M.1 5.9V6'],
  '/': [2.4, 'M0 6.6L2.4 -.6'],
  '-': [1.8, 'M0 3.4H1.8'],
  '+': [2.8, 'M0 3.4H2.8M1.4 2V4.8'],
  '@': [4.8, 'M3.3 2.2A1.3 1.5 0 1 0 3.3 4.2M3.4 1.9V3.9A.7 .8 0 0 0 4.8 3.4A2.4 2.7 0 1 0 3.5 5.6'],
};

interface Style {
  /** Height of a capital. */
  size: number;
  colour: string;
  /** Thickness of the strokes in shares of the size; 0.12 is regular. */
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** Space between letters and width of a blank, in units of the letters above. */
const gap = 1.5;
const blank = 2.6;
const smallCapital = 0.8;

/** Writes one line of text on the baseline (x, y). Signs without a letter of their own are left out. */
export function lettering(
  text: string,
  x: number,
  y: number,
  { size, colour, weight = 0.12, anchor = 'start' }: Style,
): string {
  const unit = size / 6;
  let at = 0;
  const drawn: string[] = [];
  for (const sign of text) {
    if (sign === ' ') {
      at += blank;
      continue;
    }
    const capital = sign.toUpperCase();
    const letter = letters[capital];
    if (!letter) continue;
    const scale = sign === capital ? 1 : smallCapital;
    drawn.push(
      path(letter[1], 'none', {
        transform: `translate(${(at * unit).toFixed(2)} ${(-6 * unit * scale).toFixed(2)}) scale(${(unit * scale).toFixed(3)})`,
        'stroke-width': String(((weight * 6) / scale).toFixed(2)),
      }),
    );
    at += letter[0] * scale + gap;
  }
  const width = Math.max(0, at - gap) * unit;
  const start = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
  return group(drawn, {
    transform: `translate(${start.toFixed(1)} ${y.toFixed(1)})`,
    stroke: colour,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
}
