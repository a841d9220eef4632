import type { Random } from '../../random.ts';
import { balance } from '../balance.ts';
import { bookcase, openBook, wood } from '../books.ts';
import { portraitAt } from '../portrait.ts';
import {
  circle,
  ellipse,
  group,
  line,
  linear,
  middle,
  navy,
  paper,
  path,
  polygon,
  rect,
  sceneHeight,
  sceneWidth,
  svg,
  times,
} from '../svg.ts';

/** A video conference on a laptop. */
export function webinar(random: Random): string {
  const evening = random.chance(0.4);
  const wall = evening ? (['#3A4763', '#27324A'] as const) : (['#EFE7D8', '#DCCFB8'] as const);
  const speakers = Array.from({ length: 9 }, () => random.int(1, 99999));
  const [left, top, width, height] = [380, 170, 840, 520];
  return svg(
    sceneWidth,
    sceneHeight,
    [
      linear('wall', [
        [0, wall[0]],
        [1, wall[1]],
      ]),
      linear('table', [
        [0, wood.light],
        [0.15, wood.middle],
        [1, wood.dark],
      ]),
      linear(
        'window',
        evening
          ? [
              [0, '#1B2C4C'],
              [1, '#C77B57'],
            ]
          : [
              [0, '#9FC2D6'],
              [1, '#F1EBD8'],
            ],
      ),
      linear('lid', [
        [0, '#D9DCE1'],
        [1, '#9BA1AB'],
      ]),
    ],
    [
      rect(0, 0, sceneWidth, sceneHeight, 'url(#wall)'),
      rect(60, 60, 250, 430, '#FFFFFF'),
      rect(76, 76, 218, 398, 'url(#window)'),
      path('M76 400Q140 330 200 380T294 360V474H76z', evening ? '#1F2D45' : '#88A67A'),
      line('M185 76V474M76 270H294', '#FFFFFF', 10),
      bookcase(random, 1300, 260, 110, 150, 3),
      rect(0, 760, sceneWidth, 240, 'url(#table)'),
      rect(left - 22, top - 22, width + 44, height + 50, '#23272F', { rx: 22 }),
      rect(left, top, width, height, '#10151F'),
      times(9, (index) => {
        const [w, h] = [(width - 40) / 3, (height - 78) / 3];
        const [x, y] = [left + 10 + (index % 3) * (w + 10), top + 10 + Math.floor(index / 3) * (h + 8)];
        const clip = `tile-${index}`;
        return `<clipPath id="${clip}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8"/></clipPath>${group(
          [
            rect(
              x,
              y,
              w,
              h,
              ['#CFC4AE', '#AFC0CC', '#CDB293', '#B4C3B2', '#C7AFA9', '#B2B2C8'][(speakers[index] ?? 0) % 6] ?? paper,
            ),
            portraitAt(speakers[index] ?? 1, index % 2 === 0 ? 'Female' : 'Male', x + w / 2 - 100, y - 6, 200),
          ],
          { 'clip-path': `url(#${clip})` },
        )}${index === random.int(0, 8) || index === 4 ? rect(x, y, w, h, 'none', { rx: 8, stroke: '#E0A03C', 'stroke-width': 5 }) : ''}`;
      }),
      times(5, (index) => circle(middle - 92 + index * 46, top + height - 22, 15, index === 4 ? '#B42318' : '#3B4353')),
      polygon(
        [
          [left - 90, 806],
          [left + width + 90, 806],
          [left + width + 22, 718],
          [left - 22, 718],
        ],
        'url(#lid)',
      ),
      times(4, (row) =>
        polygon(
          [
            [left + 40 - row * 12, 738 + row * 14],
            [left + width - 40 + row * 12, 738 + row * 14],
            [left + width - 38 + row * 12, 748 + row * 14],
            [left + 38 - row * 12, 748 + row * 14],
          ],
          '#5C636F',
        ),
      ),
      rect(left - 92, 804, width + 184, 16, '#7E8591', { rx: 8 }),
      ellipse(middle, 836, 560, 12, '#000000', { opacity: 0.25 }),
      openBook(250, 930, 300),
      group([
        circle(1420, 880, 78, '#000000', { opacity: 0.18 }),
        rect(1366, 790, 96, 100, '#FBFAF6', { rx: 12 }),
        path('M1462 812h24a24 24 0 0 1 0 48h-24', 'none', { stroke: '#FBFAF6', 'stroke-width': 13 }),
        ellipse(1414, 792, 48, 11, '#8A4F26'),
        balance(1414, 842, 44, navy),
      ]),
    ],
  );
}
