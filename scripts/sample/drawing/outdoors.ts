import type { Random } from '../random.ts';
import {
  circle,
  ellipse,
  group,
  ink,
  line,
  linear,
  middle,
  mix,
  path,
  polygon,
  radial,
  rect,
  type Stops,
  sceneHeight,
  sceneWidth,
  times,
} from './svg.ts';

/** The light of a time of day: everything out of doors takes its colours from here. */
export interface Mood {
  name: string;
  sky: Stops;
  sun: string;
  sunGlow: string;
  cloud: string;
  far: string;
  stone: string;
  stoneShade: string;
  roof: string;
  opening: string;
  ground: string;
  groundShade: string;
  walk: string;
  leaf: string;
  leafShade: string;
}

export const moods: Record<'dawn' | 'day' | 'dusk' | 'night' | 'rain', Mood> = {
  dawn: {
    name: 'dawn',
    sky: [
      [0, '#5C7394'],
      [0.45, '#D8B79B'],
      [0.75, '#F6DDB8'],
      [1, '#FBEBD0'],
    ],
    sun: '#F7C77E',
    sunGlow: '#FFE9C2',
    cloud: '#FFF2DD',
    far: '#9A9DA8',
    stone: '#EAD7BB',
    stoneShade: '#CBB191',
    roof: '#A8865F',
    opening: '#4A4B5E',
    ground: '#8E9A72',
    groundShade: '#6E7D5C',
    walk: '#E0CDB0',
    leaf: '#5F7656',
    leafShade: '#455C45',
  },
  day: {
    name: 'day',
    sky: [
      [0, '#7FA6C4'],
      [0.55, '#C5DAE4'],
      [1, '#F4EFE2'],
    ],
    sun: '#FFF6DF',
    sunGlow: '#FFFFFF',
    cloud: '#FFFFFF',
    far: '#A9BAC2',
    stone: '#F3EBDC',
    stoneShade: '#D6C9B2',
    roof: '#B97B55',
    opening: '#3D5069',
    ground: '#93AD78',
    groundShade: '#71905F',
    walk: '#EBDFC8',
    leaf: '#55804F',
    leafShade: '#3D663F',
  },
  dusk: {
    name: 'dusk',
    sky: [
      [0, '#22355C'],
      [0.45, '#7A6384'],
      [0.75, '#D98C62'],
      [1, '#F2BE86'],
    ],
    sun: '#F3A04F',
    sunGlow: '#FBD49B',
    cloud: '#E9B48F',
    far: '#5C5674',
    stone: '#C3A08A',
    stoneShade: '#94776F',
    roof: '#6F4A45',
    opening: '#F6CF8B',
    ground: '#5B6354',
    groundShade: '#434D47',
    walk: '#A98F7C',
    leaf: '#3C4C42',
    leafShade: '#2B3936',
  },
  night: {
    name: 'night',
    sky: [
      [0, '#081327'],
      [0.6, '#152B4E'],
      [1, '#2B4569'],
    ],
    sun: '#F4EBD3',
    sunGlow: '#8CA2C2',
    cloud: '#2D4670',
    far: '#1A3052',
    stone: '#5E6E8B',
    stoneShade: '#42536F',
    roof: '#2E3E5A',
    opening: '#F7D48B',
    ground: '#24394A',
    groundShade: '#1A2C3C',
    walk: '#5A6A80',
    leaf: '#1E3340',
    leafShade: '#162833',
  },
  rain: {
    name: 'rain',
    sky: [
      [0, '#6F8290'],
      [0.6, '#A5B3B8'],
      [1, '#D9DDD6'],
    ],
    sun: '#E8ECE8',
    sunGlow: '#F4F5F0',
    cloud: '#B9C4C7',
    far: '#8E9DA3',
    stone: '#D5CFBF',
    stoneShade: '#AFAB9F',
    roof: '#8A6A58',
    opening: '#46535F',
    ground: '#6F8F67',
    groundShade: '#567552',
    walk: '#BDB9AD',
    leaf: '#46704B',
    leafShade: '#315639',
  },
};

/** Sky with sun or moon, clouds or stars; the definitions belong into `<defs>`. */
export function sky(random: Random, mood: Mood, horizon: number): { definitions: string[]; content: string[] } {
  const sunX = random.between(260, sceneWidth - 260);
  const low = mood.name === 'dawn' || mood.name === 'dusk';
  const sunY = low ? horizon - random.between(90, 200) : random.between(130, 240);
  const radius = low ? random.between(60, 90) : random.between(40, 56);
  const content = [rect(0, 0, sceneWidth, sceneHeight, 'url(#sky)')];
  if (mood.name === 'night') {
    content.push(
      times(70, () =>
        circle(random.between(0, sceneWidth), random.between(0, horizon * 0.8), random.between(0.8, 2.2), '#FFFFFF', {
          opacity: random.between(0.3, 0.9),
        }),
      ),
    );
  }
  if (mood.name !== 'rain') {
    content.push(circle(sunX, sunY, radius * 4.2, 'url(#glow)'), circle(sunX, sunY, radius, mood.sun));
  }
  content.push(
    times(mood.name === 'night' ? 3 : 6, () =>
      cloud(random, mood, random.between(0, sceneWidth), random.between(80, horizon * 0.62)),
    ),
  );
  return {
    definitions: [
      linear('sky', mood.sky),
      radial('glow', [
        [0, mood.sunGlow, 0.85],
        [0.35, mood.sunGlow, 0.3],
        [1, mood.sunGlow, 0],
      ]),
    ],
    content,
  };
}

/** A flat-bottomed bank of cloud. */
function cloud(random: Random, mood: Mood, x: number, y: number): string {
  const width = random.between(150, 340);
  const height = width * random.between(0.1, 0.16);
  return group(
    [
      rect(x - width / 2, y - height / 2, width, height, mood.cloud, { rx: height / 2 }),
      rect(x - width * 0.28, y - height * 1.2, width * 0.5, height * 1.2, mood.cloud, { rx: height * 0.6 }),
      rect(x - width * 0.05, y - height * 0.15, width * 0.75, height * 0.8, mood.cloud, { rx: height * 0.4 }),
    ],
    { opacity: random.between(0.25, 0.6) },
  );
}

/** Rows of hills or roofs far away. */
export function distance(random: Random, mood: Mood, horizon: number): string {
  const last = mood.sky.at(-1)?.[1] ?? mood.far;
  return times(2, (row) => {
    const base = horizon - (1 - row) * 40;
    let d = `M0 ${horizon + 4}V${base}`;
    for (let x = 0; x <= sceneWidth; x += 100) {
      d += `Q${x + 50} ${(base - random.between(10, 70)).toFixed(1)} ${x + 100} ${(base - random.between(0, 24)).toFixed(1)}`;
    }
    return path(`${d}V${horizon + 4}z`, mix(mood.far, last, row === 0 ? 0.55 : 0.25));
  });
}

/** A round-crowned tree standing at (x, bottom). */
export function tree(random: Random, mood: Mood, x: number, bottom: number, height: number): string {
  const crown = height * 0.36;
  const blobs = times(9, (index) => {
    const angle = (index / 9) * Math.PI * 2;
    const shade = index % 3 === 0 ? mood.leafShade : mix(mood.leaf, mood.leafShade, random.between(0, 0.5));
    return circle(
      x + Math.cos(angle) * crown * 0.62,
      bottom - height * 0.64 + Math.sin(angle) * crown * 0.5,
      crown * random.between(0.5, 0.68),
      shade,
    );
  });
  return group([
    ellipse(x, bottom, crown * 0.9, crown * 0.12, mood.groundShade, { opacity: 0.6 }),
    path(
      `M${x - height * 0.03} ${bottom}L${x - height * 0.018} ${bottom - height * 0.5}H${x + height * 0.018}L${x + height * 0.035} ${bottom}z`,
      mix('#5A4636', mood.leafShade, 0.35),
    ),
    blobs,
    circle(x - crown * 0.2, bottom - height * 0.72, crown * 0.62, mood.leaf),
    circle(x - crown * 0.34, bottom - height * 0.8, crown * 0.3, mix(mood.leaf, mood.cloud, 0.18)),
  ]);
}

/** A slender ashoka tree, as planted along Indian avenues. */
export function ashoka(mood: Mood, x: number, bottom: number, height: number): string {
  const half = height * 0.11;
  const crown = (shift: number, fill: string) =>
    path(
      `M${x + shift} ${bottom - height}C${x + shift + half * 1.1} ${bottom - height * 0.75} ${x + shift + half * 1.3} ${bottom - height * 0.3} ${x + shift + half * 0.7} ${bottom - height * 0.1}H${x + shift - half * 0.7}C${x + shift - half * 1.3} ${bottom - height * 0.3} ${x + shift - half * 1.1} ${bottom - height * 0.75} ${x + shift} ${bottom - height}z`,
      fill,
    );
  return group([
    ellipse(x, bottom, half * 1.3, half * 0.3, mood.groundShade, { opacity: 0.6 }),
    rect(
      x - height * 0.012,
      bottom - height * 0.12,
      height * 0.024,
      height * 0.12,
      mix('#5A4636', mood.leafShade, 0.35),
    ),
    crown(0, mood.leafShade),
    group([crown(0, mood.leaf)], { transform: `translate(${(-half * 0.18).toFixed(1)} 0)`, opacity: 0.75 }),
  ]);
}

/** A coconut palm. */
export function palm(random: Random, fill: string, x: number, bottom: number, height: number): string {
  const lean = random.between(-0.14, 0.14) * height;
  const [topX, topY] = [x + lean, bottom - height];
  const fronds = times(9, (index) => {
    const angle = -Math.PI + (index / 8) * Math.PI;
    const reach = height * 0.34;
    const endX = topX + Math.cos(angle) * reach;
    const endY = topY + Math.sin(angle) * reach * 0.55 + reach * 0.32;
    return path(
      `M${topX} ${topY}Q${(topX + Math.cos(angle) * reach * 0.55).toFixed(1)} ${(topY + Math.sin(angle) * reach * 0.9 - reach * 0.12).toFixed(1)} ${endX.toFixed(1)} ${endY.toFixed(1)}Q${(topX + Math.cos(angle) * reach * 0.5).toFixed(1)} ${(topY + Math.sin(angle) * reach * 0.62).toFixed(1)} ${topX} ${topY}z`,
      fill,
    );
  });
  return group([
    line(`M${x} ${bottom}Q${x + lean * 0.2} ${bottom - height * 0.5} ${topX} ${topY}`, fill, height * 0.035),
    fronds,
    circle(topX, topY + 4, height * 0.025, fill),
  ]);
}

/** A lamp post; lit in the evening. */
export function lampPost(mood: Mood, x: number, bottom: number, height: number): string {
  const lit = mood.name === 'night' || mood.name === 'dusk';
  return group([
    lit ? circle(x, bottom - height, height * 0.55, 'url(#lampGlow)') : '',
    rect(x - 3, bottom - height, 6, height, ink),
    rect(x - 9, bottom - 10, 18, 10, ink),
    circle(x, bottom - height, 13, lit ? '#FFE6AE' : '#E9EDEC', { stroke: ink, 'stroke-width': 3 }),
  ]);
}

export const lampGlow = radial('lampGlow', [
  [0, '#FFDF9A', 0.7],
  [1, '#FFDF9A', 0],
]);

/** Lawn with a paved way that narrows towards the building. */
export function forecourt(mood: Mood, horizon: number, width: number): string {
  return group([
    rect(0, horizon, sceneWidth, sceneHeight - horizon, 'url(#lawn)'),
    polygon(
      [
        [middle - width, horizon],
        [middle + width, horizon],
        [middle + width * 3.1, sceneHeight],
        [middle - width * 3.1, sceneHeight],
      ],
      mood.walk,
    ),
    times(7, (index) => {
      const share = (index + 0.6) / 7;
      const y = horizon + (sceneHeight - horizon) * share * share;
      const half = width * (1 + 2.1 * share * share);
      return line(`M${middle - half} ${y.toFixed(1)}H${middle + half}`, mood.stoneShade, 1 + 3 * share, {
        opacity: 0.6,
      });
    }),
  ]);
}

export const lawn = (mood: Mood) =>
  linear('lawn', [
    [0, mix(mood.ground, mood.walk, 0.25)],
    [1, mood.groundShade],
  ]);

export const outdoorMoods = (random: Random): Mood =>
  random.weighted([
    [moods.day, 4],
    [moods.dawn, 3],
    [moods.dusk, 2.4],
    [moods.rain, 1.2],
    [moods.night, 1.4],
  ]);
