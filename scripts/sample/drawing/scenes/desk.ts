import type { Random } from '../../random.ts';
import { balance } from '../balance.ts';
import { wood } from '../books.ts';
import {
  brass,
  circle,
  group,
  line,
  linear,
  mix,
  navy,
  navyDeep,
  path,
  polygon,
  radial,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

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
