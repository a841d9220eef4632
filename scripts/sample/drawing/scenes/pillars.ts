import type { Random } from '../../random.ts';
import { standing } from '../portrait.ts';
import {
  arch,
  circle,
  group,
  line,
  linear,
  middle,
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
