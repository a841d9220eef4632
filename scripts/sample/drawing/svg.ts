/** Shapes written as SVG by hand; all lengths are pixels. */

export const sceneWidth = 1600;

export const sceneHeight = 1000;

/** Half the width of a scene. */
export const middle = sceneWidth / 2;

export const ink = '#12233F';

export const navy = '#1B365D';

export const navyDeep = '#0F2140';

export const paper = '#FBFAF6';

export const saffron = '#B45309';

export const brass = '#C8963E';

type Attributes = Record<string, string | number | undefined>;

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Number(value.toFixed(1)) : value}"`)
    .join('');
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  `<rect${written({ x, y, width, height, fill, ...more })}/>`;

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  `<circle${written({ cx, cy, r, fill, ...more })}/>`;

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}) =>
  `<ellipse${written({ cx, cy, rx, ry, fill, ...more })}/>`;

export const path = (d: string, fill: string, more: Attributes = {}) => `<path${written({ d, fill, ...more })}/>`;

export const line = (d: string, stroke: string, width: number, more: Attributes = {}) =>
  `<path${written({ d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', ...more })}/>`;

export const polygon = (points: readonly (readonly [number, number])[], fill: string, more: Attributes = {}) =>
  `<polygon${written({ points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '), fill, ...more })}/>`;

export const group = (content: readonly string[], more: Attributes = {}) =>
  `<g${written(more)}>${content.join('')}</g>`;

/** `count` pieces, each drawn by `draw` with its index. */
export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

export type Stops = readonly (readonly [offset: number, colour: string, opacity?: number])[];

const stops = (list: Stops) =>
  list
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop${written({ offset, 'stop-color': colour, 'stop-opacity': String(opacity) })}/>`,
    )
    .join('');

/** A gradient from top to bottom, or along the line given in shares of the box. */
export const linear = (id: string, list: Stops, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
  `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`;

export const radial = (id: string, list: Stops, [cx, cy, r] = [0.5, 0.5, 0.5]) =>
  `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`;

export const svg = (width: number, height: number, definitions: readonly string[], content: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${definitions.join('')}</defs>${content.join('')}</svg>`;

/** A colour between two others; `share` 0 gives the first. */
export function mix(from: string, to: string, share: number): string {
  const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [start, end] = [parts(from), parts(to)];
  return `#${start
    .map((value, index) =>
      Math.round(value + ((end[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** An opening with a round arch, standing on `bottom`. */
export const arch = (x: number, bottom: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  path(
    `M${x} ${bottom}V${(bottom - height + width / 2).toFixed(1)}a${width / 2} ${width / 2} 0 0 1 ${width} 0V${bottom}z`,
    fill,
    more,
  );

/** An opening with a pointed arch, as on Indo-Saracenic buildings. */
export const pointedArch = (
  x: number,
  bottom: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
) => {
  const spring = bottom - height + width * 0.62;
  const top = bottom - height;
  return path(
    `M${x} ${bottom}V${spring.toFixed(1)}C${x} ${(spring - width * 0.38).toFixed(1)} ${(x + width * 0.3).toFixed(1)} ${(top + width * 0.12).toFixed(1)} ${x + width / 2} ${top}C${(x + width * 0.7).toFixed(1)} ${(top + width * 0.12).toFixed(1)} ${x + width} ${(spring - width * 0.38).toFixed(1)} ${x + width} ${spring.toFixed(1)}V${bottom}z`,
    fill,
    more,
  );
};
