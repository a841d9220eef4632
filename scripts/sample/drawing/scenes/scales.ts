import type { Random } from '../../random.ts';
import { balance } from '../balance.ts';
import { bookStack, wood } from '../books.ts';
import {
  arch,
  circle,
  ellipse,
  group,
  linear,
  middle,
  mix,
  navy,
  radial,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

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
