import type { Random } from '../../random.ts';
import { bookcase, bookStack, openBook, wood } from '../books.ts';
import { portraitAt } from '../portrait.ts';
import {
  arch,
  brass,
  circle,
  group,
  line,
  linear,
  mix,
  path,
  polygon,
  radial,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

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
            ? portraitAt(random.int(1, 99999), index % 2 === 0 ? 'Female' : 'Male', x - 178, 574, 168)
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
