import type { Random } from '../../random.ts';
import { balance } from '../balance.ts';
import { wood } from '../books.ts';
import { standing } from '../portrait.ts';
import {
  brass,
  circle,
  group,
  ink,
  linear,
  middle,
  mix,
  navy,
  path,
  radial,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

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
