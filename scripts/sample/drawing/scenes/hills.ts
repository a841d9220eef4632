import type { Random } from '../../random.ts';
import { balance } from '../balance.ts';
import { type Mood, sky } from '../outdoors.ts';
import { standing } from '../portrait.ts';
import { circle, ink, linear, mix, path, polygon, rect, saffron, sceneHeight, sceneWidth, svg, times } from '../svg.ts';

/** A small court of the hills, between pines and mist. */
export function hills(random: Random, mood: Mood): string {
  const air = sky(random, mood, 620);
  const range = (base: number, rise: number, fill: string) => {
    let d = `M0 ${sceneHeight}V${base}`;
    for (let x = 0; x <= sceneWidth; x += 200) {
      d += `C${x + 60} ${(base - rise * random.next()).toFixed(1)} ${x + 130} ${(base - rise * random.next()).toFixed(1)} ${x + 200} ${(base - rise * 0.4 * random.next()).toFixed(1)}`;
    }
    return path(`${d}V${sceneHeight}z`, fill);
  };
  const haze = mood.sky.at(-1)?.[1] ?? mood.cloud;
  const pine = (x: number, bottom: number, height: number, fill: string) =>
    rect(x - height * 0.02, bottom - height * 0.14, height * 0.04, height * 0.14, mix('#4B3A2E', mood.leafShade, 0.4)) +
    times(4, (index) => {
      const y = bottom - height * (0.1 + index * 0.22);
      const half = height * (0.24 - index * 0.05);
      return polygon(
        [
          [x - half, y],
          [x + half, y],
          [x, y - height * 0.34],
        ],
        fill,
      );
    });
  const x = 1020 + random.between(-60, 60);
  const roof = random.pick(['#8E3B2E', '#3F5F55', '#7B4A2F']);
  const wall = mix('#F3ECDD', mood.stone, 0.4);
  const tinted = mix(roof, mood.roof, mood.name === 'night' ? 0.6 : 0.15);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      ...air.definitions,
      linear('mist', [
        [0, haze, 0],
        [0.5, haze, 0.75],
        [1, haze, 0],
      ]),
    ],
    [
      ...air.content,
      polygon(
        [
          [120, 560],
          [430, 270],
          [560, 400],
          [700, 250],
          [1010, 560],
        ],
        mix(mood.far, haze, 0.35),
      ),
      polygon(
        [
          [366, 330],
          [430, 270],
          [492, 334],
          [456, 350],
          [428, 326],
          [396, 352],
        ],
        mix('#FFFFFF', haze, 0.15),
      ),
      polygon(
        [
          [640, 308],
          [700, 250],
          [764, 312],
          [724, 330],
          [700, 306],
          [668, 332],
        ],
        mix('#FFFFFF', haze, 0.15),
      ),
      range(560, 130, mix(mood.far, haze, 0.2)),
      rect(0, 470, sceneWidth, 130, 'url(#mist)'),
      range(640, 120, mix(mood.leaf, haze, 0.45)),
      rect(0, 570, sceneWidth, 120, 'url(#mist)'),
      range(720, 90, mix(mood.leaf, haze, 0.2)),
      times(22, () =>
        pine(
          random.between(0, 780),
          random.between(690, 760),
          random.between(70, 130),
          mix(mood.leafShade, haze, 0.12),
        ),
      ),
      path(`M${x - 520} 860Q${x - 200} 700 ${x} 716Q${x + 320} 700 1700 830V${sceneHeight}H0V930z`, mood.ground),
      // the building
      rect(x - 250, 590, 500, 136, wall),
      polygon(
        [
          [x - 280, 592],
          [x + 280, 592],
          [x + 220, 520],
          [x - 220, 520],
        ],
        tinted,
      ),
      rect(x - 70, 548, 140, 178, wall),
      polygon(
        [
          [x - 96, 552],
          [x + 96, 552],
          [x, 476],
        ],
        tinted,
      ),
      circle(x, 528, 18, wall),
      balance(x, 530, 26, ink),
      rect(x - 26, 640, 52, 86, mix('#5A3A28', ink, 0.2)),
      times(3, (index) => rect(x - 226 + index * 50, 630, 32, 50, mood.opening, { stroke: tinted, 'stroke-width': 4 })),
      times(3, (index) => rect(x + 94 + index * 50, 630, 32, 50, mood.opening, { stroke: tinted, 'stroke-width': 4 })),
      rect(x - 260, 722, 520, 10, mood.stoneShade),
      path(
        `M${x - 22} 728H${x + 26}C${x + 40} 790 ${x - 120} 820 ${x - 60} 900C${x - 30} 950 ${x - 120} 980 ${x - 160} 1000H${x - 420}C${x - 260} 960 ${x - 210} 900 ${x - 200} 860C${x - 180} 800 ${x - 30} 780 ${x - 22} 728z`,
        mood.walk,
      ),
      times(9, (index) =>
        pine(
          index < 5 ? random.between(20, 420) : random.between(1390, 1590),
          random.between(820, 980),
          random.between(170, 320),
          index % 2 === 0 ? mood.leafShade : mood.leaf,
        ),
      ),
      times(40, () =>
        circle(
          random.between(430, 1390),
          random.between(880, 990),
          random.between(3, 6),
          random.pick(['#E7C15C', '#D9736A', '#FFFFFF', saffron]),
          { opacity: 0.8 },
        ),
      ),
      standing(random.int(1, 9999), 'Female', x - 110, 900, 120),
      standing(random.int(1, 9999), 'Male', x - 70, 905, 126),
    ],
  );
}
