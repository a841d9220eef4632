import type { Random } from '../random.ts';
import { brass, ellipse, group, ink, line, mix, path, rect, saffron, times } from './svg.ts';

export const bindings = [
  '#7A2E2A',
  '#1B365D',
  '#2F5B4C',
  '#8A5A1C',
  '#4A3A5E',
  '#5A4632',
  '#23405A',
  '#93442B',
  '#3B4A3A',
] as const;

export const wood = { light: '#A9784A', middle: '#875A34', dark: '#5C3B22', deep: '#432A18' } as const;

/** Law reports side by side on a shelf; returns the row, standing on `bottom`. */
function bookRow(random: Random, from: number, to: number, bottom: number, height: number): string {
  const row: string[] = [];
  let x = from;
  while (x < to - 14) {
    const set = random.int(1, 6);
    const colour = mix(random.pick(bindings), ink, random.between(0, 0.2));
    const tall = height * random.between(0.78, 0.96);
    const wide = random.between(22, 44);
    for (let volume = 0; volume < set && x + wide <= to; volume += 1) {
      row.push(
        rect(x, bottom - tall, wide - 1.5, tall, colour, { rx: 2 }),
        rect(x + 2, bottom - tall, 3, tall, '#FFFFFF', { opacity: 0.12 }),
        rect(x, bottom - tall * 0.86, wide - 1.5, 4, brass, { opacity: 0.85 }),
        rect(x, bottom - tall * 0.18, wide - 1.5, 4, brass, { opacity: 0.85 }),
        rect(x + wide * 0.2, bottom - tall * 0.72, wide * 0.6, tall * 0.2, mix(colour, '#F2E6CF', 0.75), { rx: 1 }),
      );
      x += wide;
    }
    if (random.chance(0.12)) x += random.between(10, 34);
  }
  return row.join('');
}

export function bookcase(random: Random, x: number, width: number, top: number, shelf: number, count: number): string {
  return group([
    rect(x, top, width, shelf * count, wood.deep),
    times(count, (index) => {
      const bottom = top + (index + 1) * shelf;
      return (
        bookRow(random, x + 10, x + width - 10, bottom - 16, shelf - 40) +
        rect(x, bottom - 16, width, 16, wood.middle) +
        rect(x, bottom - 16, width, 4, wood.light) +
        rect(x, bottom, width, 14, '#000000', { opacity: 0.25 })
      );
    }),
    rect(x - 12, top - 10, 24, shelf * count + 10, wood.dark),
    rect(x + width - 12, top - 10, 24, shelf * count + 10, wood.dark),
    rect(x - 20, top - 26, width + 40, 22, wood.middle),
  ]);
}

export function openBook(cx: number, bottom: number, width: number): string {
  const half = width / 2;
  const height = width * 0.3;
  const page = (side: number) => {
    const edge = cx + side * half;
    return group([
      path(
        `M${cx} ${bottom - height * 0.86}C${cx + side * half * 0.3} ${bottom - height * 1.2} ${cx + side * half * 0.75} ${bottom - height * 1.12} ${edge} ${bottom - height * 0.92}L${edge + side * half * 0.08} ${bottom - height * 0.1}C${cx + side * half * 0.75} ${bottom - height * 0.3} ${cx + side * half * 0.3} ${bottom - height * 0.36} ${cx} ${bottom}z`,
        side < 0 ? '#FBF6EA' : '#F4ECDB',
      ),
      times(7, (index) => {
        const share = 0.16 + index * 0.1;
        const y = (at: number) => bottom - height * (0.86 - share * 0.84) - Math.sin(at * 2.6) * height * 0.24;
        return line(
          `M${cx + side * half * 0.14} ${y(0.14).toFixed(1)}Q${cx + side * half * 0.5} ${(y(0.5) - 6).toFixed(1)} ${cx + side * half * (index === 6 ? 0.6 : 0.88)} ${(y(0.88) + share * 6).toFixed(1)}`,
          '#8C8374',
          3,
          { opacity: 0.75 },
        );
      }),
    ]);
  };
  return group([
    ellipse(cx, bottom + 8, half * 1.15, height * 0.22, '#000000', { opacity: 0.25 }),
    path(
      `M${cx - half * 1.12} ${bottom - height * 0.02}Q${cx} ${bottom + height * 0.2} ${cx + half * 1.12} ${bottom - height * 0.02}L${cx + half * 1.04} ${bottom - height * 0.86}H${cx - half * 1.04}z`,
      '#6B2B26',
    ),
    page(-1),
    page(1),
    line(`M${cx} ${bottom - height * 0.84}V${bottom}`, '#B7AB96', 3),
    path(`M${cx + half * 0.2} ${bottom - height * 0.3}l12 4l4 ${height * 0.62}l-12 -14l-12 10z`, saffron),
  ]);
}

/** Heavy volumes lying on each other. */
export function bookStack(random: Random, cx: number, bottom: number, width: number): string {
  let y = bottom;
  return times(random.int(3, 5), () => {
    const height = width * random.between(0.13, 0.2);
    const wide = width * random.between(0.78, 1);
    const x = cx - wide / 2 + random.between(-0.05, 0.05) * width;
    const colour = random.pick(bindings);
    y -= height;
    return group([
      rect(x, y, wide, height, colour, { rx: height * 0.12 }),
      rect(x + height * 0.3, y + height * 0.13, wide - height * 0.4, height * 0.74, '#F1E7D2'),
      times(4, (index) =>
        line(`M${x + height * 0.34} ${y + height * (0.25 + index * 0.17)}H${x + wide - height * 0.16}`, '#CFC2A6', 1.6),
      ),
      rect(x, y, height * 0.5, height, colour, { rx: height * 0.12 }),
      rect(x + height * 0.14, y + height * 0.16, height * 0.08, height * 0.68, brass, { opacity: 0.9 }),
    ]);
  });
}
