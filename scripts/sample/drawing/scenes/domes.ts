import type { Random } from '../../random.ts';
import { distance, forecourt, lampGlow, lampPost, lawn, type Mood, palm, sky, tree } from '../outdoors.ts';
import { standing } from '../portrait.ts';
import {
  brass,
  circle,
  group,
  ink,
  middle,
  mix,
  path,
  pointedArch,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

/** A bulb dome on its drum, standing on `bottom`. */
function dome(mood: Mood, x: number, bottom: number, width: number, fill: string): string {
  const half = width / 2;
  return group([
    rect(x - half * 0.86, bottom - width * 0.22, width * 0.86, width * 0.22, mood.stone),
    rect(x - half * 0.96, bottom - width * 0.26, width * 0.96, width * 0.06, mood.stoneShade),
    path(
      `M${x - half * 0.8} ${bottom - width * 0.26}C${x - half * 1.3} ${bottom - width * 0.62} ${x - half * 0.5} ${bottom - width * 0.98} ${x} ${bottom - width * 1.16}C${x + half * 0.5} ${bottom - width * 0.98} ${x + half * 1.3} ${bottom - width * 0.62} ${x + half * 0.8} ${bottom - width * 0.26}z`,
      fill,
    ),
    path(
      `M${x - half * 0.5} ${bottom - width * 0.3}C${x - half * 0.86} ${bottom - width * 0.6} ${x - half * 0.3} ${bottom - width * 0.9} ${x - half * 0.06} ${bottom - width}C${x - half * 0.3} ${bottom - width * 0.8} ${x - half * 0.5} ${bottom - width * 0.6} ${x - half * 0.28} ${bottom - width * 0.3}z`,
      '#FFFFFF',
      { opacity: 0.16 },
    ),
    rect(x - width * 0.012, bottom - width * 1.34, width * 0.024, width * 0.2, brass),
    circle(x, bottom - width * 1.24, width * 0.03, brass),
  ]);
}

/** A small domed kiosk on four posts. */
function chhatri(mood: Mood, x: number, bottom: number, width: number, fill: string): string {
  return group([
    times(4, (index) =>
      rect(x - width * 0.4 + index * width * 0.253, bottom - width * 0.62, width * 0.06, width * 0.62, mood.stone),
    ),
    rect(x - width * 0.56, bottom - width * 0.7, width * 1.12, width * 0.09, mood.stoneShade),
    rect(x - width * 0.46, bottom - width * 0.06, width * 0.92, width * 0.06, mood.stoneShade),
    dome(mood, x, bottom - width * 0.66, width * 0.72, fill),
  ]);
}

/** A High Court in the Indo-Saracenic manner: domes, kiosks and pointed arcades in red stone. */
export function domes(random: Random, light: Mood): string {
  const red = random.pick(['#B5674B', '#A85A45', '#BC7A55']);
  const mood: Mood = {
    ...light,
    stone: mix(red, light.stone, light.name === 'night' ? 0.72 : 0.22),
    stoneShade: mix(mix(red, ink, 0.28), light.stoneShade, light.name === 'night' ? 0.7 : 0.12),
  };
  const fill = random.pick([mix('#EFE6D6', light.stone, 0.4), mix('#7C8C83', light.stoneShade, 0.25)]);
  const band = mix('#F0E3CC', light.stone, 0.35);
  const horizon = 700;
  const air = sky(random, light, horizon);
  const bays = 5;
  const bay = 92;
  const wingWidth = bays * bay;
  const top = horizon - 250;

  const storey = (x: number, bottom: number, height: number, width: number, count: number) =>
    group([
      rect(x, bottom - height, width, height, mood.stone),
      times(count, (index) => {
        const step = width / count;
        return (
          pointedArch(x + index * step + step * 0.14, bottom - 6, step * 0.72, height * 0.8, band) +
          pointedArch(x + index * step + step * 0.21, bottom - 6, step * 0.58, height * 0.72, light.opening)
        );
      }),
      rect(x - 8, bottom - height - 10, width + 16, 14, band),
      rect(x, bottom - 8, width, 8, mood.stoneShade),
    ]);

  const wings = [-1, 1].map((side) => {
    const x = side === -1 ? middle - 150 - wingWidth : middle + 150;
    const outer = side === -1 ? x + 10 : x + wingWidth - 10;
    return group([
      storey(x, horizon - 20, 124, wingWidth, bays),
      storey(x, horizon - 150, 104, wingWidth, bays),
      times(bays * 3, (index) => rect(x + 6 + index * (wingWidth / (bays * 3)), top - 26, 14, 16, mood.stoneShade)),
      rect(x - 4, top - 12, wingWidth + 8, 8, mood.stoneShade),
      rect(outer - 42, top - 60, 84, 320, mood.stone),
      times(3, (index) => pointedArch(outer - 20, horizon - 50 - index * 94, 40, 70, light.opening)),
      rect(outer - 50, top - 68, 100, 14, band),
      chhatri(mood, outer, top - 66, 92, fill),
      chhatri(mood, x + wingWidth / 2, top - 10, 70, fill),
    ]);
  });

  const centre = group([
    rect(middle - 160, top - 90, 320, 330, mood.stone),
    rect(middle - 176, top - 104, 352, 18, band),
    pointedArch(middle - 104, horizon - 12, 208, 300, band),
    pointedArch(middle - 88, horizon - 12, 176, 276, mix(mood.stoneShade, ink, 0.3)),
    pointedArch(middle - 44, horizon - 12, 88, 150, light.opening),
    times(2, (index) => pointedArch(middle + (index === 0 ? -146 : 112), top + 40, 34, 80, light.opening)),
    times(2, (index) => pointedArch(middle + (index === 0 ? -146 : 112), top + 190, 34, 90, light.opening)),
    chhatri(mood, middle - 130, top - 102, 78, fill),
    chhatri(mood, middle + 130, top - 102, 78, fill),
    rect(middle - 92, top - 150, 184, 50, mood.stone),
    times(5, (index) => pointedArch(middle - 82 + index * 34, top - 106, 26, 38, light.opening)),
    dome(mood, middle, top - 148, 210, fill),
  ]);

  return svg(
    sceneWidth,
    sceneHeight,
    [...air.definitions, lampGlow, lawn(light)],
    [
      ...air.content,
      distance(random, light, horizon),
      times(5, (index) =>
        palm(random, light.leafShade, 30 + index * 26 + (index > 2 ? 1390 : 0), horizon + 6, random.between(240, 330)),
      ),
      ...wings,
      centre,
      forecourt(light, horizon, 120),
      rect(middle - 190, horizon - 14, 380, 16, mood.stoneShade),
      rect(middle - 210, horizon, 420, 14, band),
      times(4, (index) =>
        tree(
          random,
          light,
          [110, 330, 1270, 1490][index] ?? 0,
          horizon + random.between(60, 120),
          random.between(200, 270),
        ),
      ),
      times(2, (index) => lampPost(light, middle + (index === 0 ? -1 : 1) * 230, horizon + 90, 160)),
      standing(random.int(1, 9999), 'Male', middle + random.between(-120, -40), 880, 165),
      standing(random.int(1, 9999), 'Female', middle + random.between(20, 90), 872, 152),
    ],
  );
}
