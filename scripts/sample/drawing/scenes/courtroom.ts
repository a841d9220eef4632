import type { Random } from '../../random.ts';
import { balance } from '../balance.ts';
import { bookStack, openBook, wood } from '../books.ts';
import { portraitAt, standing } from '../portrait.ts';
import {
  brass,
  circle,
  group,
  line,
  linear,
  middle,
  navyDeep,
  polygon,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

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
      portraitAt(random.int(1, 99999), random.pick(['Female', 'Male'] as const), middle - 105, 356, 210),
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
