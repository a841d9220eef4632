import type { Random } from '../../random.ts';
import { balance } from '../balance.ts';
import { ashoka, distance, forecourt, lampGlow, lampPost, lawn, type Mood, sky, tree } from '../outdoors.ts';
import { standing } from '../portrait.ts';
import {
  arch,
  brass,
  circle,
  group,
  ink,
  line,
  linear,
  middle,
  mix,
  path,
  polygon,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

function steps(mood: Mood, bottom: number, half: number, count: number): string {
  return times(count, (index) => {
    const y = bottom - (index + 1) * 12;
    const width = half + (count - index) * 16;
    return rect(
      middle - width,
      y,
      width * 2,
      12,
      index % 2 === 0 ? mood.stoneShade : mix(mood.stone, mood.stoneShade, 0.35),
    );
  });
}

/** A classical court building with portico and pediment. */
export function courthouse(random: Random, mood: Mood): string {
  const horizon = 690;
  const columns = random.pick([6, 6, 8]);
  const half = columns * 38;
  const height = 240;
  const base = horizon - 60;
  const wing = random.int(4, 5);
  const hasDome = random.chance(0.6);
  const air = sky(random, mood, horizon);
  const wingWidth = wing * 84;
  const top = base - height;

  const wings = [-1, 1].map((side) => {
    const x = side === -1 ? middle - half - wingWidth : middle + half;
    return group([
      rect(x, top + 24, wingWidth, height + 40, mood.stone),
      rect(x, top + 24, wingWidth, height + 40, 'url(#evening)'),
      rect(x - 10, top + 4, wingWidth + 20, 24, mood.stoneShade),
      times(Math.floor(wingWidth / 21), (index) =>
        rect(x + 3 + index * 21, top - 16, 10, 20, mix(mood.stone, mood.stoneShade, 0.5)),
      ),
      rect(x - 6, top - 20, wingWidth + 12, 7, mood.stoneShade),
      times(wing, (index) => {
        const wx = x + 22 + index * 84;
        return group([
          arch(wx - 6, top + 148, 52, 106, mood.stoneShade),
          arch(wx, top + 146, 40, 96, mood.opening),
          line(`M${wx + 20} ${top + 146}V${top + 60}M${wx} ${top + 104}H${wx + 40}`, mood.stone, 3, { opacity: 0.6 }),
          rect(wx - 8, top + 148, 56, 8, mood.stoneShade),
          rect(wx - 4, top + 180, 48, 82, mood.stoneShade),
          rect(wx, top + 184, 40, 74, mood.opening),
          line(`M${wx + 20} ${top + 258}V${top + 184}M${wx} ${top + 220}H${wx + 40}`, mood.stone, 3, { opacity: 0.6 }),
        ]);
      }),
      rect(x - 8, base + 40, wingWidth + 16, 20, mood.stoneShade),
    ]);
  });

  const gap = (half * 2 - 60) / (columns - 1);
  const portico = [
    rect(middle - half + 6, top + 20, half * 2 - 12, height + 40, mix(mood.stoneShade, ink, 0.22)),
    arch(
      middle - 34,
      base + 2,
      68,
      150,
      mood.name === 'night' || mood.name === 'dusk' ? mood.opening : mix(mood.opening, ink, 0.4),
    ),
    times(columns, (index) => {
      const x = middle - half + 30 + index * gap;
      return group([
        rect(x - 15, top + 38, 30, height - 46, 'url(#column)'),
        times(3, (flute) => rect(x - 9 + flute * 8, top + 44, 2, height - 58, mood.stoneShade, { opacity: 0.6 })),
        rect(x - 21, top + 22, 42, 16, mood.stone),
        rect(x - 21, base - 10, 42, 14, mood.stone),
      ]);
    }),
    rect(middle - half - 12, top - 16, half * 2 + 24, 40, mood.stone),
    rect(middle - half - 20, top - 24, half * 2 + 40, 12, mood.stoneShade),
    polygon(
      [
        [middle - half - 26, top - 24],
        [middle + half + 26, top - 24],
        [middle, top - 24 - half * 0.42],
      ],
      mood.stoneShade,
    ),
    polygon(
      [
        [middle - half + 22, top - 32],
        [middle + half - 22, top - 32],
        [middle, top - 30 - half * 0.33],
      ],
      mood.stone,
    ),
    balance(middle, top - 32 - half * 0.11, half * 0.2, mix(mood.roof, ink, 0.2)),
    rect(middle - half - 30, base + 2, half * 2 + 60, 10, mood.stoneShade),
  ];

  const dome = hasDome
    ? group([
        rect(middle - 92, top - half * 0.42 - 74, 184, 100, mood.stone),
        times(7, (index) => arch(middle - 80 + index * 24, top - half * 0.42 + 20, 14, 60, mood.opening)),
        rect(middle - 102, top - half * 0.42 - 84, 204, 14, mood.stoneShade),
        path(
          `M${middle - 92} ${top - half * 0.42 - 84}C${middle - 92} ${top - half * 0.42 - 200} ${middle + 92} ${top - half * 0.42 - 200} ${middle + 92} ${top - half * 0.42 - 84}z`,
          mood.roof,
        ),
        path(
          `M${middle - 60} ${top - half * 0.42 - 96}C${middle - 64} ${top - half * 0.42 - 150} ${middle - 30} ${top - half * 0.42 - 168} ${middle - 10} ${top - half * 0.42 - 170}C${middle - 34} ${top - half * 0.42 - 150} ${middle - 44} ${top - half * 0.42 - 130} ${middle - 44} ${top - half * 0.42 - 96}z`,
          '#FFFFFF',
          { opacity: 0.18 },
        ),
        rect(middle - 4, top - half * 0.42 - 214, 8, 46, brass),
        circle(middle, top - half * 0.42 - 214, 8, brass),
      ])
    : '';

  return svg(
    sceneWidth,
    sceneHeight,
    [
      ...air.definitions,
      lampGlow,
      lawn(mood),
      linear(
        'column',
        [
          [0, mood.stoneShade],
          [0.35, mood.stone],
          [1, mix(mood.stoneShade, ink, 0.12)],
        ],
        [0, 0, 1, 0],
      ),
      linear('evening', [
        [0, mood.stoneShade, 0],
        [1, mood.stoneShade, 0.55],
      ]),
    ],
    [
      ...air.content,
      distance(random, mood, horizon),
      times(7, (index) =>
        tree(
          random,
          mood,
          index < 4 ? 20 + index * 62 : sceneWidth - 20 - (index - 4) * 70,
          horizon + 6,
          random.between(170, 260),
        ),
      ),
      dome,
      ...wings,
      ...portico,
      forecourt(mood, horizon, half * 0.55),
      steps(mood, horizon + 4, half + 20, 5),
      times(3, (index) =>
        ashoka(mood, middle - half * 0.95 - index * 130, horizon + 60 + index * 70, 190 + index * 62),
      ),
      times(3, (index) =>
        ashoka(mood, middle + half * 0.95 + index * 130, horizon + 60 + index * 70, 190 + index * 62),
      ),
      times(2, (index) => lampPost(mood, middle + (index === 0 ? -1 : 1) * half * 0.72, horizon + 74, 150)),
      standing(random.int(1, 9999), 'Female', middle - random.between(60, 130), 868, 150),
      standing(random.int(1, 9999), 'Male', middle - random.between(-10, 40), 872, 158),
      random.chance(0.6) ? standing(random.int(1, 9999), 'Male', middle + random.between(110, 180), 800, 112) : '',
    ],
  );
}
