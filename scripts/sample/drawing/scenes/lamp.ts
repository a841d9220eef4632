import type { Random } from '../../random.ts';
import {
  circle,
  ellipse,
  group,
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
