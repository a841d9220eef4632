import {
  arch,
  scales as balance,
  brass,
  circle,
  ellipse,
  group,
  ink,
  line,
  linear,
  mix,
  navy,
  navyDeep,
  paper,
  path,
  polygon,
  radial,
  rect,
  saffron,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from './drawing.ts';
import { portraitAt, standing } from './portrait.ts';
import type { Random } from './random.ts';

const middle = sceneWidth / 2;
const bindings = [
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
const wood = { light: '#A9784A', middle: '#875A34', dark: '#5C3B22', deep: '#432A18' } as const;

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

function bookcase(random: Random, x: number, width: number, top: number, shelf: number, count: number): string {
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

function openBook(cx: number, bottom: number, width: number): string {
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

/** A large balance in warm light. */
export function scales(random: Random): string {
  const ground = random.pick([
    [navy, '#0B1830'],
    ['#3A2A22', '#160F0B'],
    ['#1F4038', '#0A1B17'],
    ['#E9E0CC', '#BDAE90'],
  ] as const);
  const light = ground[0] === '#E9E0CC';
  const metal = light ? '#7C5A22' : '#D9A94E';
  const cx = middle + random.between(-180, 180);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      radial(
        'wall',
        [
          [0, mix(ground[0], '#FFE3AE', light ? 0.35 : 0.32)],
          [0.55, ground[0]],
          [1, ground[1]],
        ],
        [cx / sceneWidth, 0.42, 0.75],
      ),
      linear(
        'metal',
        [
          [0, mix(metal, '#5A3C10', 0.35)],
          [0.4, mix(metal, '#FFF1C9', 0.45)],
          [1, mix(metal, '#4A300C', 0.4)],
        ],
        [0, 0, 1, 1],
      ),
      linear('table', [
        [0, wood.middle],
        [1, wood.deep],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#wall)'),
      times(8, (index) => arch(-60 + index * 224, 800, 150, 640, '#000000', { opacity: light ? 0.035 : 0.1 })),
      rect(0, 800, sceneWidth, 200, 'url(#table)'),
      rect(0, 800, sceneWidth, 8, wood.light),
      ellipse(cx, 836, 300, 24, '#000000', { opacity: 0.35 }),
      balance(cx, 470, 700, 'url(#metal)', random.between(-0.05, 0.05)),
      group([bookStack(random, cx < middle ? cx + 520 : cx - 520, 822, 300)]),
      times(26, () =>
        circle(random.between(0, sceneWidth), random.between(0, 780), random.between(1, 3.4), '#FFF3D0', {
          opacity: random.between(0.1, 0.5),
        }),
      ),
    ],
  );
}

/** Heavy volumes lying on each other. */
function bookStack(random: Random, cx: number, bottom: number, width: number): string {
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

/** Shelves of law reports with an open book in front. */
export function books(random: Random): string {
  const lampX = random.pick([260, 1340]);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('table', [
        [0, wood.light],
        [0.1, wood.middle],
        [1, wood.dark],
      ]),
      radial('lamp', [
        [0, '#FFE3A6', 0.75],
        [1, '#FFE3A6', 0],
      ]),
      linear(
        'shade',
        [
          [0, '#000000', 0.35],
          [0.5, '#000000', 0],
          [1, '#000000', 0.35],
        ],
        [0, 0, 1, 0],
      ),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, wood.deep),
      bookcase(random, -40, 560, 10, 186, 4),
      bookcase(random, 520, 560, 10, 186, 4),
      bookcase(random, 1080, 560, 10, 186, 4),
      rect(0, 0, sceneWidth, 760, 'url(#shade)'),
      circle(lampX, 600, 520, 'url(#lamp)'),
      rect(0, 760, sceneWidth, 240, 'url(#table)'),
      line('M0 820H1600M0 890H1600M0 960H1600', wood.dark, 2, { opacity: 0.4 }),
      openBook(middle, 930, 560),
      bookStack(random, lampX === 260 ? 1330 : 270, 860, 320),
      group([
        ellipse(lampX, 872, 96, 14, '#000000', { opacity: 0.3 }),
        rect(lampX - 60, 856, 120, 14, brass, { rx: 7 }),
        rect(lampX - 6, 640, 12, 220, brass),
        path(
          `M${lampX - 130} 650C${lampX - 120} 560 ${lampX - 60} 540 ${lampX} 540S${lampX + 120} 560 ${lampX + 130} 650z`,
          '#1F5A48',
        ),
        path(
          `M${lampX - 90} 640C${lampX - 84} 580 ${lampX - 50} 558 ${lampX - 20} 552C${lampX - 46} 580 ${lampX - 56} 610 ${lampX - 60} 640z`,
          '#FFFFFF',
          { opacity: 0.2 },
        ),
        rect(lampX - 130, 646, 260, 8, '#FFF0C4'),
      ]),
    ],
  );
}

/** A desk seen from above: a file tied with red tape, pen, glasses, tea. */
export function desk(random: Random): string {
  const top = random.pick([
    [wood.middle, wood.dark],
    ['#2B3F5E', '#1A2942'],
    ['#C9B48F', '#A48E67'],
    ['#4B5F55', '#33443C'],
  ] as const);
  const turn = random.between(-7, 7);
  const shadow = (content: string, x: number, y: number) =>
    group([content], { transform: `translate(${x} ${y})`, opacity: 0.28 });
  const sheet = (x: number, y: number, angle: number, lines: number, heading: boolean) => {
    const body = (fill: string) => rect(0, 0, 430, 590, fill, { rx: 3 });
    return group(
      [
        shadow(body('#000000'), 9, 12),
        body('#FDFBF5'),
        heading
          ? balance(215, 70, 56, navy) + rect(110, 112, 210, 10, navy) + rect(150, 134, 130, 6, '#8792A3')
          : rect(44, 50, 200, 12, navy),
        times(lines, (index) =>
          rect(
            44,
            (heading ? 176 : 92) + index * 24,
            index % 5 === 4 ? random.between(120, 230) : random.between(310, 342),
            7,
            '#AEB4BE',
            { rx: 3 },
          ),
        ),
        heading
          ? circle(350, 520, 34, '#9B2C22', { opacity: 0.9 }) +
            circle(350, 520, 24, 'none', { stroke: '#E8C7BD', 'stroke-width': 3 }) +
            line('M60 530q20 -34 34 -6t30 -8t26 2t40 -10', navy, 3.4)
          : '',
      ],
      { transform: `translate(${x} ${y}) rotate(${angle.toFixed(1)})` },
    );
  };
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear(
        'desk',
        [
          [0, mix(top[0], '#FFFFFF', 0.1)],
          [1, top[1]],
        ],
        [0, 0, 1, 1],
      ),
      radial(
        'light',
        [
          [0, '#FFFFFF', 0.22],
          [1, '#FFFFFF', 0],
        ],
        [0.3, 0.2, 0.8],
      ),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#desk)'),
      top[0] === wood.middle
        ? times(9, (index) =>
            line(
              `M0 ${60 + index * 112 + random.between(-20, 20)}C500 ${40 + index * 112} 1000 ${100 + index * 112} 1600 ${60 + index * 112}`,
              wood.dark,
              3,
              { opacity: 0.3 },
            ),
          )
        : '',
      rect(0, 0, sceneWidth, sceneHeight, 'url(#light)'),
      sheet(560, 210, turn - 8, 18, false),
      sheet(690, 170, turn + 3, 13, true),
      // the file, tied with red tape
      group(
        [
          shadow(rect(0, 0, 470, 620, '#000000', { rx: 6 }), 12, 16),
          rect(14, -8, 448, 612, '#F3ECDC'),
          rect(8, -2, 460, 616, '#EFE5D0'),
          rect(0, 0, 470, 620, '#C9A063', { rx: 6 }),
          rect(0, 0, 42, 620, '#A97F45', { rx: 6 }),
          rect(120, 90, 250, 150, '#FBF7EC', { rx: 3, stroke: '#A97F45', 'stroke-width': 2 }),
          balance(245, 140, 52, navy),
          rect(150, 184, 190, 8, navy),
          rect(170, 206, 150, 6, '#8792A3'),
          rect(0, 400, 470, 16, '#A3231F'),
          rect(226, 0, 16, 620, '#A3231F'),
          path(
            'M234 408C180 340 130 360 150 400C160 424 200 420 234 408C268 420 308 424 318 400C338 360 288 340 234 408z',
            'none',
            { stroke: '#A3231F', 'stroke-width': 12 },
          ),
          line('M234 408Q200 460 172 494M234 408Q266 462 300 486', '#A3231F', 12),
          circle(234, 408, 14, '#7E1713'),
        ],
        { transform: `translate(140 ${210 + random.between(-20, 20)}) rotate(${(-4 + turn * 0.3).toFixed(1)})` },
      ),
      // a fountain pen
      group(
        [
          shadow(rect(0, 0, 330, 22, '#000000', { rx: 11 }), 6, 12),
          rect(0, 0, 190, 24, navyDeep, { rx: 12 }),
          rect(186, 1, 110, 22, '#20365A'),
          rect(180, 0, 8, 24, brass),
          polygon(
            [
              [296, 2],
              [336, 12],
              [296, 22],
            ],
            brass,
          ),
          rect(20, -3, 96, 5, brass, { rx: 2 }),
        ],
        { transform: `translate(${1060 + random.between(-20, 30)} 700) rotate(-32)` },
      ),
      // glasses
      group(
        [
          group(
            [
              circle(0, 0, 56, 'none', { stroke: '#000000', 'stroke-width': 9 }),
              circle(150, 0, 56, 'none', { stroke: '#000000', 'stroke-width': 9 }),
            ],
            { transform: 'translate(6 12)', opacity: 0.22 },
          ),
          circle(0, 0, 56, '#FFFFFF', { 'fill-opacity': '0.14', stroke: '#1C1F26', 'stroke-width': 8 }),
          circle(150, 0, 56, '#FFFFFF', { 'fill-opacity': '0.14', stroke: '#1C1F26', 'stroke-width': 8 }),
          line('M54 -12Q75 -28 96 -12M-52 -22L-96 -120M202 -22L246 -120', '#1C1F26', 8),
        ],
        { transform: `translate(1200 ${840 + random.between(-16, 16)}) rotate(${(-14 + turn).toFixed(1)})` },
      ),
      // tea
      group(
        [
          circle(10, 14, 118, '#000000', { opacity: 0.25 }),
          circle(0, 0, 118, '#F7F3EA'),
          circle(0, 0, 100, '#ECE5D6'),
          circle(0, 0, 74, '#FFFFFF'),
          circle(0, 0, 62, '#9A5A2B'),
          path('M-44 -30A54 54 0 0 1 20 -50A70 70 0 0 0 -44 -30z', '#FFFFFF', { opacity: 0.35 }),
          path('M66 -22h40a22 22 0 0 1 0 44h-40', 'none', { stroke: '#FFFFFF', 'stroke-width': 14 }),
        ],
        { transform: `translate(${1370 + random.between(-20, 20)} 300) rotate(${random.between(-30, 30).toFixed(1)})` },
      ),
      // two white bands, laid down
      group(
        [
          path('M0 0H26L62 190L20 196zM30 0H56L36 196L-6 190z', '#FFFFFF', { stroke: '#D5D5CF', 'stroke-width': 2 }),
          rect(-4, -10, 64, 20, '#FFFFFF', { rx: 4, stroke: '#D5D5CF', 'stroke-width': 2 }),
        ],
        { transform: `translate(1420 560) rotate(${(18 + turn).toFixed(1)})` },
      ),
    ],
  );
}

/** A video conference on a laptop. */
export function webinar(random: Random): string {
  const evening = random.chance(0.4);
  const wall = evening ? (['#3A4763', '#27324A'] as const) : (['#EFE7D8', '#DCCFB8'] as const);
  const speakers = Array.from({ length: 9 }, () => random.int(1, 99999));
  const [left, top, width, height] = [380, 170, 840, 520];
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('wall', [
        [0, wall[0]],
        [1, wall[1]],
      ]),
      linear('table', [
        [0, wood.light],
        [0.15, wood.middle],
        [1, wood.dark],
      ]),
      linear(
        'window',
        evening
          ? [
              [0, '#1B2C4C'],
              [1, '#C77B57'],
            ]
          : [
              [0, '#9FC2D6'],
              [1, '#F1EBD8'],
            ],
      ),
      linear('lid', [
        [0, '#D9DCE1'],
        [1, '#9BA1AB'],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#wall)'),
      rect(60, 60, 250, 430, '#FFFFFF'),
      rect(76, 76, 218, 398, 'url(#window)'),
      path('M76 400Q140 330 200 380T294 360V474H76z', evening ? '#1F2D45' : '#88A67A'),
      line('M185 76V474M76 270H294', '#FFFFFF', 10),
      bookcase(random, 1300, 260, 110, 150, 3),
      rect(0, 760, sceneWidth, 240, 'url(#table)'),
      rect(left - 22, top - 22, width + 44, height + 50, '#23272F', { rx: 22 }),
      rect(left, top, width, height, '#10151F'),
      times(9, (index) => {
        const [w, h] = [(width - 40) / 3, (height - 78) / 3];
        const [x, y] = [left + 10 + (index % 3) * (w + 10), top + 10 + Math.floor(index / 3) * (h + 8)];
        const clip = `tile-${index}`;
        return `<clipPath id="${clip}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8"/></clipPath>${group(
          [
            rect(
              x,
              y,
              w,
              h,
              ['#CFC4AE', '#AFC0CC', '#CDB293', '#B4C3B2', '#C7AFA9', '#B2B2C8'][(speakers[index] ?? 0) % 6] ?? paper,
            ),
            portraitAt(speakers[index] ?? 1, index % 2 === 0 ? 'Female' : 'Male', x + w / 2 - 100, y - 6, 200),
          ],
          { 'clip-path': `url(#${clip})` },
        )}${index === random.int(0, 8) || index === 4 ? rect(x, y, w, h, 'none', { rx: 8, stroke: '#E0A03C', 'stroke-width': 5 }) : ''}`;
      }),
      times(5, (index) => circle(middle - 92 + index * 46, top + height - 22, 15, index === 4 ? '#B42318' : '#3B4353')),
      polygon(
        [
          [left - 90, 806],
          [left + width + 90, 806],
          [left + width + 22, 718],
          [left - 22, 718],
        ],
        'url(#lid)',
      ),
      times(4, (row) =>
        polygon(
          [
            [left + 40 - row * 12, 738 + row * 14],
            [left + width - 40 + row * 12, 738 + row * 14],
            [left + width - 38 + row * 12, 748 + row * 14],
            [left + 38 - row * 12, 748 + row * 14],
          ],
          '#5C636F',
        ),
      ),
      rect(left - 92, 804, width + 184, 16, '#7E8591', { rx: 8 }),
      ellipse(middle, 836, 560, 12, '#000000', { opacity: 0.25 }),
      openBook(250, 930, 300),
      group([
        circle(1420, 880, 78, '#000000', { opacity: 0.18 }),
        rect(1366, 790, 96, 100, '#FBFAF6', { rx: 12 }),
        path('M1462 812h24a24 24 0 0 1 0 48h-24', 'none', { stroke: '#FBFAF6', 'stroke-width': 13 }),
        ellipse(1414, 792, 48, 11, '#8A4F26'),
        balance(1414, 842, 44, navy),
      ]),
    ],
  );
}

/** A conference hall, seen from the last rows. */
export function hall(random: Random): string {
  const curtain = random.pick([
    ['#6E2A2E', '#4A1A1F'],
    [navy, navyDeep],
    ['#2F5B4C', '#1C3A30'],
    ['#7A4A1E', '#4E2E12'],
  ] as const);
  const seats = 5;
  const head = (x: number, y: number, size: number) => {
    const kind = random.int(0, 4);
    const hair = random.pick(['#1D1714', '#1D1714', '#2A211C', '#5A5450', '#8F8A85']);
    const skin = random.pick(['#8D5B3C', '#A06B47', '#B47D55', '#C58F65']);
    const coat = random.weighted([
      ['#171A20', 6],
      ['#23304A', 2],
      [random.pick(bindings), 2],
    ] as const);
    return group([
      path(
        `M${x - size * 1.15} ${y + size * 2.4}C${x - size * 1.1} ${y + size * 1.1} ${x - size * 0.6} ${y + size * 0.85} ${x} ${y + size * 0.85}S${x + size * 1.1} ${y + size * 1.1} ${x + size * 1.15} ${y + size * 2.4}z`,
        coat,
      ),
      rect(x - size * 0.24, y + size * 0.5, size * 0.48, size * 0.5, skin),
      ellipse(x - size * 0.56, y + 4, size * 0.1, size * 0.17, skin),
      ellipse(x + size * 0.56, y + 4, size * 0.1, size * 0.17, skin),
      kind === 0
        ? ellipse(
            x,
            y - size * 0.06,
            size * 0.64,
            size * 0.66,
            random.pick(['#B45309', '#1F5673', '#7A2E3A', '#E8E2D4']),
          )
        : ellipse(x, y, size * 0.56, size * 0.7, hair),
      kind === 1 ? ellipse(x, y + size * 0.62, size * 0.3, size * 0.28, hair) : '',
      kind === 2 ? rect(x - size * 0.54, y, size * 1.08, size * 0.95, hair, { rx: size * 0.3 }) : '',
    ]);
  };
  const rows = times(4, (row) => {
    const size = 22 + row * 11;
    const y = 640 + row * row * 18 + row * 60;
    const count = 15 - row * 2;
    const step = sceneWidth / (count - 0.5);
    return times(count, (index) => {
      const x = (row % 2 === 0 ? 0.25 : 0.6) * step + index * step;
      return (
        rect(x - size * 1.1, y + size * 0.9, size * 2.2, size * 2.6, mix(curtain[1], '#000000', 0.25 + row * 0.08), {
          rx: size * 0.4,
        }) + (random.chance(0.88) ? head(x, y + random.between(-5, 5), size) : '')
      );
    });
  });
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('ceiling', [
        [0, '#3B2C22'],
        [1, '#6B4E38'],
      ]),
      linear('stage', [
        [0, wood.light],
        [1, wood.dark],
      ]),
      linear('curtain', [
        [0, curtain[0]],
        [1, curtain[1]],
      ]),
      radial('spot', [
        [0, '#FFF2CF', 0.6],
        [1, '#FFF2CF', 0],
      ]),
      linear('wall', [
        [0, '#8A6A4A'],
        [1, '#5B4330'],
      ]),
      linear('screen', [
        [0, '#FDFBF5'],
        [1, '#EFE8D8'],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#wall)'),
      polygon(
        [
          [0, 0],
          [sceneWidth, 0],
          [1330, 110],
          [270, 110],
        ],
        'url(#ceiling)',
      ),
      times(4, (row) =>
        times(5, (index) => {
          const y = 18 + row * 25;
          const spread = 640 - row * 90;
          return ellipse(middle - spread + index * (spread / 2), y, 26 - row * 4, 7 - row, '#FFEFC2');
        }),
      ),
      rect(230, 110, 1140, 440, 'url(#curtain)'),
      times(38, (index) => rect(234 + index * 30, 110, 9, 440, '#000000', { opacity: 0.16 })),
      circle(middle, 380, 520, 'url(#spot)'),
      rect(middle - 300, 138, 600, 250, '#2A221B'),
      rect(middle - 290, 148, 580, 230, 'url(#screen)'),
      balance(middle - 190, 262, 130, navy),
      rect(middle - 90, 198, 330, 22, navy),
      rect(middle - 90, 236, 260, 12, '#8792A3'),
      rect(middle - 90, 260, 300, 12, '#8792A3'),
      rect(middle - 90, 284, 200, 12, '#8792A3'),
      rect(middle - 90, 322, 120, 26, saffron, { rx: 4 }),
      polygon(
        [
          [180, 590],
          [1420, 590],
          [1360, 520],
          [240, 520],
        ],
        'url(#stage)',
      ),
      times(seats, (index) => {
        const x = middle - 300 + index * 150;
        return (
          rect(x - 42, 388, 84, 110, wood.deep, { rx: 12 }) +
          portraitAt(random.int(1, 99999), index % 2 === 0 ? 'Male' : 'Female', x - 62, 372, 124)
        );
      }).replaceAll(/<rect x="0" y="0" width="600" height="600" fill="[^"]+"\/>/g, ''),
      rect(middle - 400, 480, 800, 84, '#F6F1E6'),
      rect(middle - 400, 480, 800, 16, '#FFFFFF'),
      times(20, (index) => path(`M${middle - 400 + index * 40} 496q20 26 40 0`, curtain[0], { opacity: 0.9 })),
      times(
        seats,
        (index) =>
          rect(middle - 330 + index * 150, 462, 60, 20, navyDeep) +
          rect(middle - 324 + index * 150, 468, 48, 4, '#FFFFFF'),
      ),
      times(
        9,
        (index) =>
          circle(middle - 390 + index * 97.5, 568, 13, index % 2 === 0 ? '#E48A1F' : '#F2C230') +
          circle(middle - 372 + index * 97.5, 572, 9, '#3F7A4A'),
      ),
      rect(180, 588, 1240, 16, wood.deep),
      group([
        rect(1150, 430, 96, 150, wood.middle),
        polygon(
          [
            [1136, 430],
            [1260, 430],
            [1246, 400],
            [1150, 400],
          ],
          wood.light,
        ),
        balance(1198, 510, 54, brass),
        line('M1190 402Q1180 372 1198 360', '#1C1F26', 4),
        circle(1199, 358, 6, '#1C1F26'),
      ]),
      polygon(
        [
          [0, 604],
          [sceneWidth, 604],
          [sceneWidth, 1000],
          [0, 1000],
        ],
        mix(curtain[1], '#000000', 0.45),
      ),
      rows,
    ],
  );
}

/** A corridor of pillars with light falling in. */
export function pillars(random: Random): string {
  const warm = random.pick([
    ['#F7E3BC', '#C79B6B', '#5A4436'],
    ['#EDE6D6', '#B7A88D', '#4E463B'],
    ['#F4D9B8', '#B9805B', '#4A2F2A'],
    ['#DDE5E8', '#93A5AE', '#34444F'],
  ] as const);
  const [light, stone, dark] = warm;
  const vanish = { x: middle + random.between(-60, 60), y: 430 };
  const bays = 6;
  const at = (depth: number) => {
    const share = 1 / (1 + depth * 0.62);
    return {
      x: (value: number) => vanish.x + (value - middle) * share,
      y: (value: number) => vanish.y + (value - vanish.y) * share,
      share,
    };
  };
  const bay = (depth: number, side: number) => {
    const near = at(depth);
    const far = at(depth + 1);
    const edge = middle + side * 730;
    const width = 120 * near.share;
    const x = near.x(edge) - width / 2;
    const [top, bottom] = [near.y(-60), near.y(1000)];
    const tone = mix(stone, light, Math.min(0.75, depth * 0.13));
    const lit = side === -1;
    return group([
      // what is seen between this pillar and the next
      polygon(
        [
          [near.x(edge), near.y(60)],
          [far.x(edge), far.y(60)],
          [far.x(edge), far.y(1000)],
          [near.x(edge), near.y(1000)],
        ],
        lit ? light : mix(stone, dark, 0.35),
      ),
      lit
        ? polygon(
            [
              [near.x(edge), near.y(760)],
              [far.x(edge), far.y(760)],
              [far.x(edge), far.y(1000)],
              [near.x(edge), near.y(1000)],
            ],
            mix('#8FA67B', light, 0.35),
          )
        : '',
      lit
        ? polygon(
            [
              [near.x(edge), near.y(1000)],
              [far.x(edge), far.y(1000)],
              [far.x(edge + 620), far.y(1000)],
              [near.x(edge + 480), near.y(1000)],
            ],
            '#FFF6DC',
            { opacity: 0.32 },
          )
        : '',
      rect(x, top, width, bottom - top, tone),
      rect(x, top, width * 0.26, bottom - top, lit ? mix(tone, '#FFFFFF', 0.45) : mix(tone, dark, 0.25)),
      rect(x + width * 0.72, top, width * 0.28, bottom - top, mix(tone, dark, 0.28)),
      rect(x - width * 0.14, bottom - 62 * near.share, width * 1.28, 62 * near.share, mix(tone, dark, 0.18)),
      rect(x - width * 0.14, near.y(150), width * 1.28, 46 * near.share, mix(tone, '#FFFFFF', 0.2)),
    ]);
  };
  const end = at(bays + 0.4);
  const order = Array.from({ length: bays }, (_, index) => bays - 1 - index);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('floor', [
        [0, mix(stone, light, 0.5)],
        [1, mix(dark, stone, 0.35)],
      ]),
      linear('roof', [
        [0, dark],
        [1, mix(stone, dark, 0.3)],
      ]),
      radial('end', [
        [0, '#FFFBEA', 0.95],
        [1, '#FFFBEA', 0],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, vanish.y, 'url(#roof)'),
      rect(0, vanish.y, sceneWidth, sceneHeight - vanish.y, 'url(#floor)'),
      times(12, (index) =>
        line(`M${vanish.x} ${vanish.y}L${-900 + index * 310} ${sceneHeight}`, dark, 2, { opacity: 0.22 }),
      ),
      times(9, (index) =>
        line(
          `M0 ${at(index * 0.7)
            .y(1000)
            .toFixed(1)}H${sceneWidth}`,
          dark,
          2,
          { opacity: 0.2 },
        ),
      ),
      rect(end.x(60), end.y(-40), end.x(1540) - end.x(60), end.y(1000) - end.y(-40), light),
      arch(end.x(560), end.y(1000), end.x(1040) - end.x(560), end.y(1000) - end.y(160), '#FFFDF4'),
      ...order.map((depth) => {
        const near = at(depth);
        const y = near.y(20);
        return group([
          bay(depth, -1),
          bay(depth, 1),
          path(
            `M${near.x(60)} ${y}Q${vanish.x + (middle - vanish.x) * near.share} ${near.y(-330)} ${near.x(1540)} ${y}L${near.x(1540)} ${near.y(-500)}H${near.x(60)}z`,
            mix(mix(stone, dark, 0.22), light, Math.min(0.6, depth * 0.1)),
          ),
          line(
            `M${near.x(60)} ${y}Q${vanish.x + (middle - vanish.x) * near.share} ${near.y(-330)} ${near.x(1540)} ${y}`,
            mix(light, stone, 0.3),
            16 * near.share,
          ),
        ]);
      }),
      circle(vanish.x, vanish.y + 10, 300, 'url(#end)'),
      standing(
        random.int(1, 9999),
        random.pick(['Female', 'Male'] as const),
        vanish.x + random.between(-90, -50),
        740,
        320,
      ),
      standing(
        random.int(1, 9999),
        random.pick(['Female', 'Male'] as const),
        vanish.x + random.between(70, 110),
        724,
        296,
      ),
    ],
  );
}

/** Members in court dress before a wall of honour. */
export function groupPicture(random: Random): string {
  const wall = random.pick([
    ['#E9E0CF', '#CDBFA4'],
    ['#DCE3E6', '#B6C3CA'],
    ['#E6D6C8', '#C8AD97'],
  ] as const);
  const back = random.int(5, 6);
  const front = back + 1;
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('wall', [
        [0, wall[0]],
        [1, wall[1]],
      ]),
      linear('floor', [
        [0, mix(wall[1], wood.middle, 0.45)],
        [1, wood.dark],
      ]),
      radial('light', [
        [0, '#FFFFFF', 0.55],
        [1, '#FFFFFF', 0],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#wall)'),
      times(7, (index) => rect(40 + index * 226, 60, 180, 640, '#FFFFFF', { opacity: 0.14, rx: 4 })),
      circle(middle, 240, 560, 'url(#light)'),
      rect(middle - 330, 70, 660, 110, navy, { rx: 6 }),
      rect(middle - 320, 80, 640, 90, 'none', { stroke: brass, 'stroke-width': 3, rx: 4 }),
      balance(middle, 124, 66, '#F2E3BF'),
      rect(middle - 270, 116, 200, 16, '#F2E3BF', { rx: 3 }),
      rect(middle + 70, 116, 200, 16, '#F2E3BF', { rx: 3 }),
      rect(0, 860, sceneWidth, 140, 'url(#floor)'),
      rect(0, 850, sceneWidth, 14, mix(wall[1], ink, 0.3)),
      rect(180, 842, 1240, 46, mix(wood.middle, ink, 0.1)),
      times(back, (index) =>
        standing(
          random.int(1, 99999),
          index % 2 === 0 ? 'Male' : 'Female',
          middle - (back - 1) * 95 + index * 190 + random.between(-8, 8),
          846,
          random.between(560, 610),
        ),
      ),
      times(front, (index) =>
        standing(
          random.int(1, 99999),
          index % 2 === 0 ? 'Female' : 'Male',
          middle - (front - 1) * 98 + index * 196 + random.between(-8, 8),
          966,
          random.between(580, 640),
        ),
      ),
      times(2, (index) => {
        const x = index === 0 ? 90 : 1510;
        return group([
          path(`M${x - 60} 960L${x - 44} 850H${x + 44}L${x + 60} 960z`, '#A4572F'),
          times(9, (leaf) =>
            path(
              `M${x} 856Q${x - 90 + leaf * 22} ${720 - (leaf % 3) * 30} ${x - 130 + leaf * 32} ${650 + (leaf % 4) * 26}Q${x - 60 + leaf * 16} 760 ${x} 856z`,
              leaf % 2 === 0 ? '#3D663F' : '#55804F',
            ),
          ),
        ]);
      }),
    ],
  );
}

/** The brass lamp that opens a meeting, with marigolds. */
export function lamp(random: Random): string {
  const ground = random.pick([
    ['#5A2A22', '#2A110E'],
    [navy, '#091529'],
    ['#3E2A55', '#1B1128'],
  ] as const);
  const cx = middle + random.between(-160, 160);
  const tiers = 4;
  const flame = (x: number, y: number, size: number) =>
    group([
      circle(x, y - size * 0.6, size * 2.6, 'url(#flame)'),
      path(
        `M${x} ${y - size * 1.9}C${x + size * 0.9} ${y - size * 0.8} ${x + size * 0.6} ${y} ${x} ${y}S${x - size * 0.9} ${y - size * 0.8} ${x} ${y - size * 1.9}z`,
        '#FFB52E',
      ),
      path(
        `M${x} ${y - size * 1.2}C${x + size * 0.45} ${y - size * 0.5} ${x + size * 0.3} ${y} ${x} ${y}S${x - size * 0.45} ${y - size * 0.5} ${x} ${y - size * 1.2}z`,
        '#FFF3C4',
      ),
    ]);
  const marigold = (x: number, y: number, size: number, colour: string) =>
    group([
      circle(x, y, size, mix(colour, '#7A2E00', 0.25)),
      times(10, (index) =>
        circle(
          x + Math.cos(index * 0.628) * size * 0.62,
          y + Math.sin(index * 0.628) * size * 0.62,
          size * 0.42,
          colour,
        ),
      ),
      circle(x, y, size * 0.5, mix(colour, '#FFFFFF', 0.25)),
    ]);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      radial(
        'wall',
        [
          [0, mix(ground[0], '#FFC56B', 0.35)],
          [0.6, ground[0]],
          [1, ground[1]],
        ],
        [cx / sceneWidth, 0.45, 0.7],
      ),
      radial('flame', [
        [0, '#FFD98A', 0.8],
        [1, '#FFB347', 0],
      ]),
      linear(
        'brass',
        [
          [0, '#8A5F17'],
          [0.3, '#F3D58A'],
          [0.6, '#C8963E'],
          [1, '#6E480E'],
        ],
        [0, 0, 1, 0],
      ),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#wall)'),
      times(34, () =>
        circle(
          random.between(0, sceneWidth),
          random.between(0, 720),
          random.between(10, 46),
          random.pick(['#FFC870', '#FFE2A8', '#FF9A4D']),
          { opacity: random.between(0.05, 0.17) },
        ),
      ),
      times(8, (strand) =>
        times(random.int(4, 9), (index) =>
          marigold(
            100 + strand * 200 + Math.sin(index + strand) * 5,
            -6 + index * 34,
            19,
            (index + strand) % 2 === 0 ? '#F2A516' : '#E4701E',
          ),
        ),
      ),
      rect(0, 850, sceneWidth, 150, ground[1]),
      ellipse(cx, 880, 420, 46, '#000000', { opacity: 0.4 }),
      path(
        `M${cx - 150} 884Q${cx - 140} 828 ${cx - 40} 806H${cx + 40}Q${cx + 140} 828 ${cx + 150} 884z`,
        'url(#brass)',
      ),
      rect(cx - 17, 300, 34, 510, 'url(#brass)'),
      times(5, (index) => ellipse(cx, 370 + index * 106, 31, 13, 'url(#brass)')),
      times(tiers, (index) => {
        const tier = tiers - 1 - index;
        const y = 356 + tier * 118;
        const half = 92 + tier * 44;
        return group([
          path(
            `M${cx - half} ${y}H${cx + half}Q${cx + half * 0.7} ${y + 46} ${cx} ${y + 46}T${cx - half} ${y}z`,
            'url(#brass)',
          ),
          ellipse(cx, y, half, 12, '#7A5314'),
          ellipse(cx, y - 2, half * 0.92, 8, '#3E2706'),
          times(5, (wick) => flame(cx - half + (wick * half) / 2, y - 2, 15)),
        ]);
      }),
      path(
        `M${cx - 17} 306Q${cx - 60} 270 ${cx - 20} 230Q${cx - 6} 214 ${cx} 170Q${cx + 6} 214 ${cx + 20} 230Q${cx + 60} 270 ${cx + 17} 306z`,
        'url(#brass)',
      ),
      times(26, (index) => {
        const angle = (index / 26) * Math.PI * 2;
        return marigold(
          cx + Math.cos(angle) * 330,
          900 + Math.sin(angle) * 46,
          23,
          index % 2 === 0 ? '#F2A516' : '#E4701E',
        );
      }),
      times(18, (index) => {
        const angle = (index / 18) * Math.PI * 2;
        return marigold(
          cx + Math.cos(angle) * 232,
          898 + Math.sin(angle) * 26,
          18,
          index % 2 === 0 ? '#FFFFFF' : '#F2C230',
        );
      }),
    ],
  );
}

/** A reading room with tall windows. */
export function library(random: Random): string {
  const light = random.pick([
    ['#BBD6E2', '#F3EEDF'],
    ['#F0C993', '#FBEBCB'],
    ['#C6D3CB', '#EEF0E4'],
  ] as const);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('pane', [
        [0, light[0]],
        [1, light[1]],
      ]),
      linear('floor', [
        [0, '#8A6541'],
        [1, '#4B321E'],
      ]),
      linear('wall', [
        [0, '#D9C9AB'],
        [1, '#BBA581'],
      ]),
      radial('glow', [
        [0, '#FFE9B5', 0.8],
        [1, '#FFE9B5', 0],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#wall)'),
      rect(0, 0, sceneWidth, 70, wood.dark),
      times(16, (index) => rect(index * 100 + 10, 14, 80, 42, wood.middle, { rx: 3 })),
      times(3, (index) => {
        const x = 330 + index * 350;
        return group([
          arch(x - 22, 590, 284, 500, wood.dark),
          arch(x, 580, 240, 468, 'url(#pane)'),
          path(`M${x} 580V470Q${x + 60} 420 ${x + 130} 460T${x + 240} 440V580z`, mix('#6F8F67', light[1], 0.45)),
          line(`M${x + 120} 112V580M${x} 232H${x + 240}M${x} 350H${x + 240}M${x} 468H${x + 240}`, wood.dark, 8),
          polygon(
            [
              [x, 700],
              [x + 240, 700],
              [x + 360, 1000],
              [x + 20, 1000],
            ],
            '#FFF4D6',
            { opacity: 0.2 },
          ),
        ]);
      }),
      rect(0, 640, sceneWidth, 360, 'url(#floor)'),
      times(7, (index) => line(`M0 ${660 + index * index * 8}H1600`, '#4B321E', 2, { opacity: 0.35 })),
      bookcase(random, -30, 300, 110, 150, 4),
      bookcase(random, 1330, 300, 110, 150, 4),
      times(3, (index) => {
        const x = 330 + index * 470;
        return group([
          times(
            2,
            (chair) =>
              rect(x - 130 + chair * 190, 640, 74, 130, wood.deep, { rx: 10 }) +
              rect(x - 122 + chair * 190, 652, 58, 60, '#7A2E2A', { rx: 6 }),
          ),
          random.chance(0.75)
            ? portraitAt(random.int(1, 99999), index % 2 === 0 ? 'Female' : 'Male', x - 178, 574, 168).replaceAll(
                /<rect x="0" y="0" width="600" height="600" fill="[^"]+"\/>/g,
                '',
              )
            : '',
          polygon(
            [
              [x - 240, 780],
              [x + 200, 780],
              [x + 160, 724],
              [x - 200, 724],
            ],
            wood.light,
          ),
          rect(x - 240, 780, 440, 22, wood.middle),
          rect(x - 216, 802, 26, 150, wood.dark),
          rect(x + 152, 802, 26, 150, wood.dark),
          circle(x + 23, 690, 130, 'url(#glow)'),
          rect(x - 2, 744, 50, 10, brass, { rx: 5 }),
          rect(x + 20, 680, 6, 66, brass),
          path(`M${x - 30} 686q8 -36 53 -36t53 36z`, '#1F5A48'),
          openBook(x - 94, 776, 130),
          bookStack(random, x + 120, 772, 110),
        ]);
      }),
    ],
  );
}

/** A court room: the bench, counsel’s tables and the witness box. */
export function courtroom(random: Random): string {
  const wall = random.pick([
    ['#EFE7D6', '#D9CCB2'],
    ['#E3E7E6', '#C5CDCB'],
    ['#F0E2CC', '#D8C19D'],
  ] as const);
  const panel = (x: number, y: number, width: number, height: number) =>
    rect(x, y, width, height, wood.middle) +
    rect(x + 12, y + 12, width - 24, height - 24, wood.dark, { rx: 3 }) +
    rect(x + 18, y + 18, width - 36, height - 36, wood.middle, { rx: 3 });
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('wall', [
        [0, wall[0]],
        [1, wall[1]],
      ]),
      linear('floor', [
        [0, '#A58C6D'],
        [1, '#6E573F'],
      ]),
      linear('bench', [
        [0, wood.light],
        [1, wood.dark],
      ]),
      linear('pane', [
        [0, '#B5D0DD'],
        [1, '#F3EEDD'],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#wall)'),
      times(2, (index) => {
        const x = index === 0 ? 70 : 1310;
        return (
          rect(x - 12, 90, 244, 400, wood.dark) +
          rect(x, 102, 220, 376, 'url(#pane)') +
          line(`M${x + 110} 102V478M${x} 228H${x + 220}M${x} 354H${x + 220}`, wood.dark, 8) +
          polygon(
            [
              [x, 478],
              [x + 220, 478],
              [x + 330, 1000],
              [x + 60, 1000],
            ],
            '#FFFFFF',
            { opacity: 0.1 },
          )
        );
      }),
      rect(360, 40, 880, 560, wood.dark),
      times(6, (index) => panel(372 + index * 144, 52, 136, 250)),
      times(6, (index) => panel(372 + index * 144, 310, 136, 290)),
      circle(middle, 190, 118, navyDeep),
      circle(middle, 190, 106, 'none', { stroke: brass, 'stroke-width': 5 }),
      balance(middle, 190, 140, brass),
      rect(0, 660, sceneWidth, 340, 'url(#floor)'),
      rect(middle - 74, 340, 148, 210, '#6B2126', { rx: 18 }),
      rect(middle - 74, 340, 148, 210, 'none', { rx: 18, stroke: wood.deep, 'stroke-width': 10 }),
      portraitAt(random.int(1, 99999), random.pick(['Female', 'Male'] as const), middle - 105, 356, 210).replaceAll(
        /<rect x="0" y="0" width="600" height="600" fill="[^"]+"\/>/g,
        '',
      ),
      rect(middle - 380, 536, 760, 26, wood.light),
      rect(middle - 364, 562, 728, 150, 'url(#bench)'),
      times(5, (index) => panel(middle - 352 + index * 142, 574, 134, 126)),
      rect(middle - 420, 708, 840, 26, wood.dark),
      openBook(middle - 230, 540, 130),
      bookStack(random, middle + 250, 538, 120),
      rect(middle + 46, 500, 10, 40, '#1C1F26'),
      circle(middle + 51, 496, 10, '#1C1F26'),
      // the witness box
      rect(1230, 560, 180, 20, wood.light),
      rect(1240, 580, 160, 210, 'url(#bench)'),
      panel(1250, 592, 68, 184),
      panel(1322, 592, 68, 184),
      // counsel, standing before their tables
      standing(random.int(1, 99999), 'Female', 330, 850, 420),
      standing(random.int(1, 99999), 'Male', 1120, 860, 430),
      ...[
        [130, 806, 480],
        [930, 816, 470],
      ].map(([x = 0, y = 0, width = 0]) =>
        group([
          polygon(
            [
              [x, y],
              [x + width, y],
              [x + width - 40, y - 52],
              [x + 40, y - 52],
            ],
            wood.light,
          ),
          rect(x, y, width, 24, wood.middle),
          rect(x + 16, y + 24, width - 32, 130, 'url(#bench)'),
          bookStack(random, x + 100, y - 10, 120),
          rect(x + 240, y - 42, 110, 22, '#FBFAF6'),
          rect(x + 252, y - 34, 110, 22, '#EDE6D6'),
          rect(x + 262, y - 30, 90, 5, '#A3231F'),
        ]),
      ),
      group([line(`M${middle} 0V30`, '#3A3A3A', 8)]),
    ],
  );
}
