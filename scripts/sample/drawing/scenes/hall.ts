import type { Random } from '../../random.ts';
import { balance } from '../balance.ts';
import { bindings, wood } from '../books.ts';
import { portraitAt } from '../portrait.ts';
import {
  brass,
  circle,
  ellipse,
  group,
  line,
  linear,
  middle,
  mix,
  navy,
  navyDeep,
  path,
  polygon,
  radial,
  rect,
  saffron,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

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
      }),
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
