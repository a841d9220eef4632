import {
  arch,
  ashoka,
  brass,
  circle,
  distance,
  ellipse,
  group,
  ink,
  lampGlow,
  lampPost,
  line,
  linear,
  type Mood,
  mix,
  moods,
  palm,
  path,
  pointedArch,
  polygon,
  radial,
  rect,
  saffron,
  scales,
  sceneHeight,
  sceneWidth,
  sky,
  svg,
  times,
  tree,
} from './drawing.ts';
import { standing } from './portrait.ts';
import type { Random } from './random.ts';

const middle = sceneWidth / 2;

/** Lawn with a paved way that narrows towards the building. */
function forecourt(mood: Mood, horizon: number, width: number): string {
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

const lawn = (mood: Mood) =>
  linear('lawn', [
    [0, mix(mood.ground, mood.walk, 0.25)],
    [1, mood.groundShade],
  ]);

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
    scales(middle, top - 32 - half * 0.11, half * 0.2, mix(mood.roof, ink, 0.2)),
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

/** A court and palms in front of the rising sun, with water. */
export function sunrise(random: Random): string {
  const horizon = 640;
  const sunX = middle + random.between(-260, 260);
  const warm = random.pick(['#F0A04B', '#EE8F4E', '#F2B35E']);
  const dark = '#1A2A46';
  const silhouette = (fill: string) =>
    group([
      rect(middle - 420, horizon - 120, 840, 124, fill),
      rect(middle - 120, horizon - 200, 240, 200, fill),
      polygon(
        [
          [middle - 150, horizon - 200],
          [middle + 150, horizon - 200],
          [middle, horizon - 262],
        ],
        fill,
      ),
      rect(middle - 62, horizon - 300, 124, 70, fill),
      path(
        `M${middle - 66} ${horizon - 298}C${middle - 70} ${horizon - 400} ${middle + 70} ${horizon - 400} ${middle + 66} ${horizon - 298}z`,
        fill,
      ),
      rect(middle - 3, horizon - 420, 6, 60, fill),
      times(2, (index) => {
        const x = middle + (index === 0 ? -390 : 390);
        return (
          rect(x - 32, horizon - 180, 64, 180, fill) +
          path(
            `M${x - 34} ${horizon - 178}C${x - 36} ${horizon - 236} ${x + 36} ${horizon - 236} ${x + 34} ${horizon - 178}z`,
            fill,
          ) +
          rect(x - 2, horizon - 250, 4, 40, fill)
        );
      }),
    ]);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('sky', [
        [0, '#33507A'],
        [0.4, '#B98279'],
        [0.72, warm],
        [1, '#FBE0A8'],
      ]),
      linear('water', [
        [0, '#F3C27E'],
        [0.35, '#A06F6C'],
        [1, '#22385C'],
      ]),
      radial('glow', [
        [0, '#FFF0C8', 0.95],
        [0.3, '#FFDF9E', 0.45],
        [1, '#FFDF9E', 0],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, horizon, 'url(#sky)'),
      times(9, (index) =>
        rect(random.between(-100, 1300), 90 + index * 46, random.between(240, 620), random.between(5, 13), '#FFE7C2', {
          rx: 6,
          opacity: random.between(0.15, 0.4),
        }),
      ),
      circle(sunX, horizon - 120, 420, 'url(#glow)'),
      circle(sunX, horizon - 120, 122, '#FFEFC4'),
      times(14, () => {
        const [x, y, size] = [random.between(200, 1400), random.between(110, 330), random.between(8, 17)];
        return line(
          `M${x - size} ${y - size * 0.4}Q${x - size * 0.4} ${y - size * 0.7} ${x} ${y}Q${x + size * 0.4} ${y - size * 0.7} ${x + size} ${y - size * 0.4}`,
          dark,
          3,
        );
      }),
      path(
        `M0 ${horizon}V${horizon - 66}Q200 ${horizon - 120} 420 ${horizon - 60}T860 ${horizon - 70}T1280 ${horizon - 60}T1600 ${horizon - 90}V${horizon}z`,
        '#7C6276',
        { opacity: 0.55 },
      ),
      silhouette(dark),
      times(5, (index) => arch(middle - 90 + index * 40, horizon, 22, 120, warm, { opacity: 0.85 })),
      times(6, (index) => arch(middle - 350 + index * 38, horizon - 20, 18, 66, warm, { opacity: 0.6 })),
      times(6, (index) => arch(middle + 142 + index * 38, horizon - 20, 18, 66, warm, { opacity: 0.6 })),
      times(4, (index) =>
        palm(random, '#14223B', [90, 190, 1410, 1530][index] ?? 0, horizon + 8, random.between(260, 400)),
      ),
      rect(0, horizon, sceneWidth, sceneHeight - horizon, 'url(#water)'),
      group([group([silhouette(dark)], { transform: `translate(0 ${horizon * 2}) scale(1 -1)` })], { opacity: 0.3 }),
      times(46, () => {
        const y = random.between(horizon + 8, sceneHeight);
        const share = (y - horizon) / (sceneHeight - horizon);
        const width = random.between(30, 120) * (0.6 + share);
        const x = sunX + random.between(-1, 1) * (80 + 360 * share);
        return rect(x - width / 2, y, width, 2 + 5 * share, '#FFE9BC', { rx: 3, opacity: random.between(0.25, 0.7) });
      }),
      path(`M0 ${sceneHeight}V930Q180 880 360 940T760 ${sceneHeight}z`, '#101C33'),
      path(`M1600 ${sceneHeight}V900Q1430 880 1280 950T1010 ${sceneHeight}z`, '#101C33'),
      times(24, (index) => {
        const x = index < 12 ? random.between(10, 330) : random.between(1290, 1590);
        return line(
          `M${x} 960q${random.between(-14, 14).toFixed(1)} -50 ${random.between(-26, 26).toFixed(1)} ${random.between(-110, -60).toFixed(1)}`,
          '#101C33',
          4,
        );
      }),
    ],
  );
}

/** A small court of the hills, between pines and mist. */
export function hills(random: Random, mood: Mood): string {
  const air = sky(random, mood, 620);
  const range = (base: number, rise: number, fill: string) => {
    let d = `M0 ${sceneHeight}V${base}`;
    for (let x = 0; x <= sceneWidth; x += 200) {
      d += `C${x + 60} ${(base - rise * random.next()).toFixed(1)} ${x + 130} ${(base - rise * random.next()).toFixed(1)} ${x + 200} ${(base - rise * 0.4 * random.next()).toFixed(1)}`;
    }
    return path(`${d}V${sceneHeight}z`, fill);
  };
  const haze = mood.sky.at(-1)?.[1] ?? mood.cloud;
  const pine = (x: number, bottom: number, height: number, fill: string) =>
    rect(x - height * 0.02, bottom - height * 0.14, height * 0.04, height * 0.14, mix('#4B3A2E', mood.leafShade, 0.4)) +
    times(4, (index) => {
      const y = bottom - height * (0.1 + index * 0.22);
      const half = height * (0.24 - index * 0.05);
      return polygon(
        [
          [x - half, y],
          [x + half, y],
          [x, y - height * 0.34],
        ],
        fill,
      );
    });
  const x = 1020 + random.between(-60, 60);
  const roof = random.pick(['#8E3B2E', '#3F5F55', '#7B4A2F']);
  const wall = mix('#F3ECDD', mood.stone, 0.4);
  const tinted = mix(roof, mood.roof, mood.name === 'night' ? 0.6 : 0.15);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      ...air.definitions,
      linear('mist', [
        [0, haze, 0],
        [0.5, haze, 0.75],
        [1, haze, 0],
      ]),
    ],
    [
      ...air.content,
      polygon(
        [
          [120, 560],
          [430, 270],
          [560, 400],
          [700, 250],
          [1010, 560],
        ],
        mix(mood.far, haze, 0.35),
      ),
      polygon(
        [
          [366, 330],
          [430, 270],
          [492, 334],
          [456, 350],
          [428, 326],
          [396, 352],
        ],
        mix('#FFFFFF', haze, 0.15),
      ),
      polygon(
        [
          [640, 308],
          [700, 250],
          [764, 312],
          [724, 330],
          [700, 306],
          [668, 332],
        ],
        mix('#FFFFFF', haze, 0.15),
      ),
      range(560, 130, mix(mood.far, haze, 0.2)),
      rect(0, 470, sceneWidth, 130, 'url(#mist)'),
      range(640, 120, mix(mood.leaf, haze, 0.45)),
      rect(0, 570, sceneWidth, 120, 'url(#mist)'),
      range(720, 90, mix(mood.leaf, haze, 0.2)),
      times(22, () =>
        pine(
          random.between(0, 780),
          random.between(690, 760),
          random.between(70, 130),
          mix(mood.leafShade, haze, 0.12),
        ),
      ),
      path(`M${x - 520} 860Q${x - 200} 700 ${x} 716Q${x + 320} 700 1700 830V${sceneHeight}H0V930z`, mood.ground),
      // the building
      rect(x - 250, 590, 500, 136, wall),
      polygon(
        [
          [x - 280, 592],
          [x + 280, 592],
          [x + 220, 520],
          [x - 220, 520],
        ],
        tinted,
      ),
      rect(x - 70, 548, 140, 178, wall),
      polygon(
        [
          [x - 96, 552],
          [x + 96, 552],
          [x, 476],
        ],
        tinted,
      ),
      circle(x, 528, 18, wall),
      scales(x, 530, 26, ink),
      rect(x - 26, 640, 52, 86, mix('#5A3A28', ink, 0.2)),
      times(3, (index) => rect(x - 226 + index * 50, 630, 32, 50, mood.opening, { stroke: tinted, 'stroke-width': 4 })),
      times(3, (index) => rect(x + 94 + index * 50, 630, 32, 50, mood.opening, { stroke: tinted, 'stroke-width': 4 })),
      rect(x - 260, 722, 520, 10, mood.stoneShade),
      path(
        `M${x - 22} 728H${x + 26}C${x + 40} 790 ${x - 120} 820 ${x - 60} 900C${x - 30} 950 ${x - 120} 980 ${x - 160} 1000H${x - 420}C${x - 260} 960 ${x - 210} 900 ${x - 200} 860C${x - 180} 800 ${x - 30} 780 ${x - 22} 728z`,
        mood.walk,
      ),
      times(9, (index) =>
        pine(
          index < 5 ? random.between(20, 420) : random.between(1390, 1590),
          random.between(820, 980),
          random.between(170, 320),
          index % 2 === 0 ? mood.leafShade : mood.leaf,
        ),
      ),
      times(40, () =>
        circle(
          random.between(430, 1390),
          random.between(880, 990),
          random.between(3, 6),
          random.pick(['#E7C15C', '#D9736A', '#FFFFFF', saffron]),
          { opacity: 0.8 },
        ),
      ),
      standing(random.int(1, 9999), 'Female', x - 110, 900, 120),
      standing(random.int(1, 9999), 'Male', x - 70, 905, 126),
    ],
  );
}

/** A clock tower over a row of court rooms. */
export function clock(random: Random, mood: Mood): string {
  const horizon = 730;
  const air = sky(random, mood, horizon);
  const x = middle + random.pick([-220, 220]);
  const hour = random.int(9, 16);
  const minute = random.pick([0, 10, 15, 20, 30, 40, 45, 50]);
  const hand = (angle: number, length: number, width: number) =>
    line(
      `M${x} 270L${(x + Math.sin(angle) * length).toFixed(1)} ${(270 - Math.cos(angle) * length).toFixed(1)}`,
      ink,
      width,
    );
  return svg(
    sceneWidth,
    sceneHeight,
    [
      ...air.definitions,
      lampGlow,
      lawn(mood),
      linear(
        'tower',
        [
          [0, mood.stoneShade],
          [0.3, mood.stone],
          [1, mood.stoneShade],
        ],
        [0, 0, 1, 0],
      ),
    ],
    [
      ...air.content,
      distance(random, mood, horizon),
      rect(120, 500, 1360, 236, mood.stone),
      rect(100, 484, 1400, 20, mood.stoneShade),
      times(14, (index) =>
        group([
          arch(150 + index * 96, horizon - 4, 64, 186, mood.stoneShade),
          arch(
            158 + index * 96,
            horizon - 4,
            48,
            170,
            mix(mood.opening, ink, mood.name === 'night' || mood.name === 'dusk' ? 0.1 : 0.25),
          ),
        ]),
      ),
      polygon(
        [
          [90, 486],
          [1510, 486],
          [1440, 430],
          [160, 430],
        ],
        mood.roof,
      ),
      times(30, (index) =>
        line(`M${112 + index * 47} 484L${172 + index * 43} 432`, mix(mood.roof, ink, 0.25), 2, { opacity: 0.5 }),
      ),
      group(
        [
          rect(x - 92, 170, 184, 566, 'url(#tower)'),
          rect(x - 106, 160, 212, 18, mood.stoneShade),
          rect(x - 106, 378, 212, 14, mood.stoneShade),
          times(3, (index) => arch(x - 66 + index * 48, 500, 36, 86, mood.opening)),
          arch(x - 46, horizon, 92, 170, mix(mood.opening, ink, 0.5)),
          rect(x - 78, 100, 156, 62, mood.stone),
          times(4, (index) => arch(x - 68 + index * 36, 160, 26, 52, mix(mood.opening, ink, 0.2))),
          rect(x - 90, 92, 180, 12, mood.stoneShade),
          path(`M${x - 84} 94C${x - 84} 20 ${x - 20} 30 ${x} -20C${x + 20} 30 ${x + 84} 20 ${x + 84} 94z`, mood.roof),
          circle(x, 270, 78, mood.stoneShade),
          circle(x, 270, 68, mood.name === 'night' ? '#FBEBC4' : '#FBFAF6'),
          times(12, (index) => {
            const angle = (index / 12) * Math.PI * 2;
            const inner = index % 3 === 0 ? 52 : 57;
            return line(
              `M${(x + Math.sin(angle) * inner).toFixed(1)} ${(270 - Math.cos(angle) * inner).toFixed(1)}L${(x + Math.sin(angle) * 63).toFixed(1)} ${(270 - Math.cos(angle) * 63).toFixed(1)}`,
              ink,
              index % 3 === 0 ? 5 : 3,
            );
          }),
          hand(((hour % 12) / 12 + minute / 720) * Math.PI * 2, 34, 7),
          hand((minute / 60) * Math.PI * 2, 52, 5),
          circle(x, 270, 6, saffron),
        ],
        { transform: 'translate(0 62)' },
      ),
      rect(0, horizon, sceneWidth, sceneHeight - horizon, 'url(#lawn)'),
      polygon(
        [
          [0, 800],
          [sceneWidth, 770],
          [sceneWidth, 900],
          [0, 940],
        ],
        mood.walk,
      ),
      times(5, (index) =>
        tree(
          random,
          mood,
          [60, 330, 640, 1290, 1530][index] ?? 0,
          horizon + random.between(16, 46),
          random.between(180, 270),
        ),
      ),
      times(4, (index) => lampPost(mood, 200 + index * 400, 800 - index * 7, 150)),
      times(4, (index) =>
        standing(
          random.int(1, 9999),
          index % 2 === 0 ? 'Female' : 'Male',
          330 + index * 270 + random.between(-40, 40),
          886 - index * 8,
          146,
        ),
      ),
      ellipse(800, 1010, 900, 60, mood.groundShade),
    ],
  );
}

export const outdoorMoods = (random: Random): Mood =>
  random.weighted([
    [moods.day, 4],
    [moods.dawn, 3],
    [moods.dusk, 2.4],
    [moods.rain, 1.2],
    [moods.night, 1.4],
  ]);
