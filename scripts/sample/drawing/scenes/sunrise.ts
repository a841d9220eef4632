import type { Random } from '../../random.ts';
import { palm } from '../outdoors.ts';
import {
  arch,
  circle,
  group,
  line,
  linear,
  middle,
  path,
  polygon,
  radial,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

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
