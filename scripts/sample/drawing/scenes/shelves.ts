import type { Random } from '../../random.ts';
import { bookcase, bookStack, openBook, wood } from '../books.ts';
import {
  brass,
  circle,
  ellipse,
  group,
  line,
  linear,
  middle,
  path,
  radial,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
} from '../svg.ts';

/** Shelves of law reports with an open book in front. */
export function shelves(random: Random): string {
  const lampX = random.pick([260, 1340]);
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('table', [
        [0, wood.light],
        [0.1, wood.middle],
        [1, wood.dark],
      ]),
      radial('lamp', [
        [0, '#FFE3A6', 0.75],
        [1, '#FFE3A6', 0],
      ]),
      linear(
        'shade',
        [
          [0, '#000000', 0.35],
          [0.5, '#000000', 0],
          [1, '#000000', 0.35],
        ],
        [0, 0, 1, 0],
      ),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, wood.deep),
      bookcase(random, -40, 560, 10, 186, 4),
      bookcase(random, 520, 560, 10, 186, 4),
      bookcase(random, 1080, 560, 10, 186, 4),
      rect(0, 0, sceneWidth, 760, 'url(#shade)'),
      circle(lampX, 600, 520, 'url(#lamp)'),
      rect(0, 760, sceneWidth, 240, 'url(#table)'),
      line('M0 820H1600M0 890H1600M0 960H1600', wood.dark, 2, { opacity: 0.4 }),
      openBook(middle, 930, 560),
      bookStack(random, lampX === 260 ? 1330 : 270, 860, 320),
      group([
        ellipse(lampX, 872, 96, 14, '#000000', { opacity: 0.3 }),
        rect(lampX - 60, 856, 120, 14, brass, { rx: 7 }),
        rect(lampX - 6, 640, 12, 220, brass),
        path(
          `M${lampX - 130} 650C${lampX - 120} 560 ${lampX - 60} 540 ${lampX} 540S${lampX + 120} 560 ${lampX + 130} 650z`,
          '#1F5A48',
        ),
        path(
          `M${lampX - 90} 640C${lampX - 84} 580 ${lampX - 50} 558 ${lampX - 20} 552C${lampX - 46} 580 ${lampX - 56} 610 ${lampX - 60} 640z`,
          '#FFFFFF',
          { opacity: 0.2 },
        ),
        rect(lampX - 130, 646, 260, 8, '#FFF0C4'),
      ]),
    ],
  );
}
