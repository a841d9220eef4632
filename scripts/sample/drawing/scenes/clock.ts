import type { Random } from '../../random.ts';
import { distance, lampGlow, lampPost, lawn, type Mood, sky, tree } from '../outdoors.ts';
import { standing } from '../portrait.ts';
import {
  arch,
  circle,
  ellipse,
  group,
  ink,
  line,
  linear,
  middle,
  mix,
  path,
  polygon,
  rect,
  saffron,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

/** A clock tower over a row of court rooms. */
export function clock(random: Random, mood: Mood): string {
  const horizon = 730;
  const air = sky(random, mood, horizon);
  const x = middle + random.pick([-220, 220]);
  const hour = random.int(9, 16);
  const minute = random.pick([0, 10, 15, 20, 30, 40, 45, 50]);
  const hand = (angle: number, length: number, width: number) =>
    line(
      `M${x} 270L${(x + Math.sin(angle) * length).toFixed(1)} ${(270 - Math.cos(angle) * length).toFixed(1)}`,
      ink,
      width,
    );
  return svg(
    sceneWidth,
    sceneHeight,
    [
      ...air.definitions,
      lampGlow,
      lawn(mood),
      linear(
        'tower',
        [
          [0, mood.stoneShade],
          [0.3, mood.stone],
          [1, mood.stoneShade],
        ],
        [0, 0, 1, 0],
      ),
    ],
    [
      ...air.content,
      distance(random, mood, horizon),
      rect(120, 500, 1360, 236, mood.stone),
      rect(100, 484, 1400, 20, mood.stoneShade),
      times(14, (index) =>
        group([
          arch(150 + index * 96, horizon - 4, 64, 186, mood.stoneShade),
          arch(
            158 + index * 96,
            horizon - 4,
            48,
            170,
            mix(mood.opening, ink, mood.name === 'night' || mood.name === 'dusk' ? 0.1 : 0.25),
          ),
        ]),
      ),
      polygon(
        [
          [90, 486],
          [1510, 486],
          [1440, 430],
          [160, 430],
        ],
        mood.roof,
      ),
      times(30, (index) =>
        line(`M${112 + index * 47} 484L${172 + index * 43} 432`, mix(mood.roof, ink, 0.25), 2, { opacity: 0.5 }),
      ),
      group(
        [
          rect(x - 92, 170, 184, 566, 'url(#tower)'),
          rect(x - 106, 160, 212, 18, mood.stoneShade),
          rect(x - 106, 378, 212, 14, mood.stoneShade),
          times(3, (index) => arch(x - 66 + index * 48, 500, 36, 86, mood.opening)),
          arch(x - 46, horizon, 92, 170, mix(mood.opening, ink, 0.5)),
          rect(x - 78, 100, 156, 62, mood.stone),
          times(4, (index) => arch(x - 68 + index * 36, 160, 26, 52, mix(mood.opening, ink, 0.2))),
          rect(x - 90, 92, 180, 12, mood.stoneShade),
          path(`M${x - 84} 94C${x - 84} 20 ${x - 20} 30 ${x} -20C${x + 20} 30 ${x + 84} 20 ${x + 84} 94z`, mood.roof),
          circle(x, 270, 78, mood.stoneShade),
          circle(x, 270, 68, mood.name === 'night' ? '#FBEBC4' : '#FBFAF6'),
          times(12, (index) => {
            const angle = (index / 12) * Math.PI * 2;
            const inner = index % 3 === 0 ? 52 : 57;
            return line(
              `M${(x + Math.sin(angle) * inner).toFixed(1)} ${(270 - Math.cos(angle) * inner).toFixed(1)}L${(x + Math.sin(angle) * 63).toFixed(1)} ${(270 - Math.cos(angle) * 63).toFixed(1)}`,
              ink,
              index % 3 === 0 ? 5 : 3,
            );
          }),
          hand(((hour % 12) / 12 + minute / 720) * Math.PI * 2, 34, 7),
          hand((minute / 60) * Math.PI * 2, 52, 5),
          circle(x, 270, 6, saffron),
        ],
        { transform: 'translate(0 62)' },
      ),
      rect(0, horizon, sceneWidth, sceneHeight - horizon, 'url(#lawn)'),
      polygon(
        [
          [0, 800],
          [sceneWidth, 770],
          [sceneWidth, 900],
          [0, 940],
        ],
        mood.walk,
      ),
      times(5, (index) =>
        tree(
          random,
          mood,
          [60, 330, 640, 1290, 1530][index] ?? 0,
          horizon + random.between(16, 46),
          random.between(180, 270),
        ),
      ),
      times(4, (index) => lampPost(mood, 200 + index * 400, 800 - index * 7, 150)),
      times(4, (index) =>
        standing(
          random.int(1, 9999),
          index % 2 === 0 ? 'Female' : 'Male',
          330 + index * 270 + random.between(-40, 40),
          886 - index * 8,
          146,
        ),
      ),
      ellipse(800, 1010, 900, 60, mood.groundShade),
    ],
  );
}
