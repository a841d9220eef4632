import { type Random, seededRandom } from '../random.ts';
import { circle, ellipse, group, line, linear, mix, path, rect, svg } from './svg.ts';

type Sex = 'Female' | 'Male';

/** What a person looks like. Drawn faces only: nobody real is shown. */
interface Looks {
  sex: Sex;
  skin: string;
  hair: string;
  hairStyle: 'short' | 'side' | 'thin' | 'turban' | 'bun' | 'long' | 'bob' | 'plait' | 'scarf';
  beard: 'none' | 'moustache' | 'full';
  glasses: boolean;
  bindi: boolean;
  earrings: boolean;
  cloth: string;
  background: readonly [string, string];
}

const skins = ['#8D5B3C', '#A06B47', '#B47D55', '#C58F65', '#D6A578', '#E0B58B'] as const;
const cloths = ['#7A2E3A', '#1F5673', '#2F6B57', '#8A5A1C', '#4B3F72', '#B45309'] as const;
const backgrounds = [
  ['#E9E2D3', '#CFC4AE'],
  ['#D5DFE6', '#AFC0CC'],
  ['#E8D9C4', '#CDB293'],
  ['#D9E1D6', '#B4C3B2'],
  ['#E6D8D4', '#C7AFA9'],
  ['#DAD9E4', '#B2B2C8'],
] as const;

function looksOf(sex: Sex, random: Random): Looks {
  const greying = random.next();
  const male = sex === 'Male';
  const hairStyle = male
    ? random.weighted([
        ['short', 5],
        ['side', 5],
        ['thin', 2],
        ['turban', 1.4],
      ] as const)
    : random.weighted([
        ['bun', 4],
        ['long', 4],
        ['bob', 3],
        ['plait', 3],
        ['scarf', 1],
      ] as const);
  return {
    sex,
    skin: random.pick(skins),
    hair: greying < 0.62 ? '#1D1714' : greying < 0.85 ? '#4A4440' : '#9A9590',
    hairStyle,
    beard: male
      ? hairStyle === 'turban'
        ? 'full'
        : random.weighted([
            ['none', 4],
            ['moustache', 4],
            ['full', 1.5],
          ] as const)
      : 'none',
    glasses: random.chance(0.42),
    bindi: !male && hairStyle !== 'scarf' && random.chance(0.6),
    earrings: !male && hairStyle !== 'scarf' && random.chance(0.8),
    cloth: random.pick(cloths),
    background: random.pick(backgrounds),
  };
}

/** Hair behind the head. */
function hairBehind({ hairStyle, hair, cloth }: Looks): string {
  switch (hairStyle) {
    case 'bun':
      return circle(300, 112, 46, mix(hair, '#000000', 0.15)) + ellipse(300, 226, 112, 118, hair);
    case 'long':
      return path(
        'M188 236C180 120 250 100 300 100S420 120 412 236C418 320 424 380 410 430H190C176 380 182 320 188 236z',
        hair,
      );
    case 'bob':
      return path(
        'M186 240C176 128 246 100 300 100S424 128 414 240C418 292 414 326 398 344H202C186 326 182 292 186 240z',
        hair,
      );
    case 'plait':
      return (
        ellipse(300, 226, 112, 122, hair) +
        path(
          'M396 250C432 300 424 370 414 420C408 470 396 500 404 540C382 540 372 500 378 450C384 392 380 330 372 300z',
          hair,
        ) +
        ellipse(398, 528, 16, 24, cloth)
      );
    case 'scarf':
      return path(
        'M170 270C160 130 240 84 300 84S440 130 430 270C436 380 452 450 470 520H130C148 450 164 380 170 270z',
        mix(cloth, '#000000', 0.18),
      );
    case 'turban':
      return ellipse(300, 214, 108, 96, mix(cloth, '#000000', 0.3));
    default:
      return '';
  }
}

/** Hair, turban or scarf over the forehead. */
function hairInFront({ hairStyle, hair, cloth, skin }: Looks): string {
  switch (hairStyle) {
    case 'short':
      return path(
        'M202 236C192 140 246 104 302 104C362 104 410 142 398 236C392 214 388 196 378 184C352 176 330 170 300 170S244 178 222 186C212 198 208 214 202 236z',
        hair,
      );
    case 'side':
      return path(
        'M202 240C188 138 250 98 312 102C372 106 412 148 398 240C394 218 390 206 380 192C340 188 292 174 262 150C248 172 222 186 214 204C208 216 206 226 202 240z',
        hair,
      );
    case 'thin':
      return (
        path('M201 250C190 204 198 170 222 148C226 178 216 220 211 252z', hair) +
        path('M399 250C410 204 402 170 378 148C374 178 384 220 389 252z', hair)
      );
    case 'turban':
      return (
        path('M190 250C160 112 236 62 302 62S440 112 410 250C402 206 352 172 300 156C248 172 198 206 190 250z', cloth) +
        line(
          'M192 196C236 132 320 100 402 146M190 222C228 166 300 132 412 188M208 152C250 104 316 82 374 102',
          mix(cloth, '#FFFFFF', 0.22),
          5,
        ) +
        path('M300 156L276 178H324z', mix(cloth, '#000000', 0.3))
      );
    case 'bun':
    case 'plait':
      return (
        path(
          'M198 246C184 144 244 106 300 106S416 144 402 246C394 206 372 176 300 150C228 176 206 206 198 246z',
          hair,
        ) + line('M300 108V150', mix(skin, hair, 0.45), 3)
      );
    case 'long':
      return path(
        'M192 262C180 146 244 102 306 104C372 106 420 150 408 262C400 214 370 184 330 152C296 178 216 194 192 262z',
        hair,
      );
    case 'bob':
      return path(
        'M188 258C180 146 244 102 300 102S420 146 412 258C404 222 396 206 386 196C338 196 262 190 238 170C222 190 200 214 188 258z',
        hair,
      );
    case 'scarf':
      return (
        path('M196 262C184 142 250 106 300 106S416 142 404 262C398 196 362 160 300 158S202 196 196 262z', cloth) +
        path(
          'M200 236C198 320 250 371 300 371S402 320 400 236C436 320 442 430 404 474C350 500 250 500 196 474C158 430 164 320 200 236z',
          cloth,
        )
      );
    default:
      return '';
  }
}

function face(looks: Looks): string {
  const { skin, hair, beard, glasses, bindi, earrings, hairStyle } = looks;
  const shade = mix(skin, '#4A2412', 0.28);
  const brow = hairStyle === 'scarf' || hairStyle === 'turban' ? '#241A15' : mix(hair, '#1D1714', 0.35);
  const lips = looks.sex === 'Female' ? mix(skin, '#8E2A35', 0.5) : mix(skin, '#6E3328', 0.42);
  const eye = (x: number) =>
    group([
      ellipse(x, 246, 15, 8.5, '#FFFFFF'),
      circle(x, 246, 7.6, '#2B1B14'),
      circle(x + 2.4, 243.6, 2.2, '#FFFFFF'),
      line(
        `M${x - 17} 243Q${x} ${looks.sex === 'Female' ? 231 : 234} ${x + 17} 243`,
        '#241A15',
        looks.sex === 'Female' ? 4.4 : 3.4,
      ),
    ]);
  return group([
    hairStyle === 'scarf' ? '' : ellipse(201, 258, 14, 24, shade) + ellipse(399, 258, 14, 24, shade),
    path('M204 226C204 156 246 128 300 128S396 156 396 226C396 300 372 372 300 372S204 300 204 226z', skin),
    path(
      'M300 128C354 128 396 156 396 226C396 300 372 372 300 372C346 340 366 290 362 226C360 170 336 134 300 128z',
      shade,
      { opacity: 0.16 },
    ),
    beard === 'full'
      ? path(
          'M206 262C214 286 232 290 250 292C276 296 324 296 350 292C368 290 386 286 394 262C396 350 356 400 300 400S204 350 206 262z',
          hair,
        )
      : '',
    line('M238 220Q258 208 280 217M320 217Q342 208 362 220', brow, 6.5),
    eye(259),
    eye(341),
    line('M300 240C298 262 290 276 292 284C296 290 306 290 310 285', shade, 4),
    beard === 'full'
      ? path('M252 306C270 292 330 292 348 306C340 332 260 332 252 306z', mix(hair, '#FFFFFF', 0.05))
      : '',
    beard === 'moustache'
      ? path('M256 312C270 294 290 296 300 301C310 296 330 294 344 312C326 312 312 310 300 309S274 312 256 312z', hair)
      : '',
    path('M268 324Q284 317 300 321Q316 317 332 324Q300 344 268 324z', lips),
    line('M266 323Q300 332 334 323', mix(lips, '#3A1410', 0.4), 2.4),
    bindi ? circle(300, 206, 6, '#8C1D2B') : '',
    earrings ? circle(200, 288, 7, '#D9B35A') + circle(400, 288, 7, '#D9B35A') : '',
    glasses
      ? group([
          rect(226, 226, 62, 44, '#FFFFFF', { rx: 18, 'fill-opacity': '0.16', stroke: '#2A2F38', 'stroke-width': 5 }),
          rect(312, 226, 62, 44, '#FFFFFF', { rx: 18, 'fill-opacity': '0.16', stroke: '#2A2F38', 'stroke-width': 5 }),
          line('M288 240Q300 233 312 240M226 240L204 234M374 240L396 234', '#2A2F38', 5),
        ])
      : '',
  ]);
}

/** Black coat, white collar and the two white bands of an advocate. */
function attire({ skin, sex }: Looks): string {
  const coat = '#1A1D24';
  return group([
    path('M254 340H346V420C346 452 254 452 254 420z', mix(skin, '#4A2412', 0.2)),
    path('M56 620C62 494 132 442 246 420C262 452 338 452 354 420C468 442 538 494 544 620z', coat),
    path(
      'M246 420C258 462 286 496 300 512C314 496 342 462 354 420L378 428C360 500 322 548 300 570C278 548 240 500 222 428z',
      '#FFFFFF',
    ),
    sex === 'Female' ? '' : path('M246 412L300 470L354 412L372 428L308 494L300 484L292 494L228 428z', '#F1F1EC'),
    path('M300 468L316 480L312 496H288L284 480z', '#FFFFFF', { stroke: '#D8D8D2', 'stroke-width': 2 }),
    path('M290 490L262 594L292 598L299 496z', '#FFFFFF', { stroke: '#D8D8D2', 'stroke-width': 2 }),
    path('M310 490L338 594L308 598L301 496z', '#FFFFFF', { stroke: '#D8D8D2', 'stroke-width': 2 }),
    path('M222 428C232 506 262 566 286 620H214C198 560 190 500 198 436z', '#2A2E37'),
    path('M378 428C368 506 338 566 314 620H386C402 560 410 500 402 436z', '#2A2E37'),
    line('M198 436C190 500 198 560 214 620M402 436C410 500 402 560 386 620', '#0E1015', 3),
  ]);
}

/** The head sits a little lower than it is drawn. */
const head = { transform: 'translate(0 18)' };

function bust(looks: Looks): string {
  return group([hairBehind(looks)], head) + attire(looks) + group([face(looks), hairInFront(looks)], head);
}

/** A drawn portrait of 600 by 600. */
export function portraitSvg(seed: number, sex: Sex): string {
  const looks = looksOf(sex, seededRandom(seed));
  return svg(
    600,
    600,
    [
      linear('wall', [
        [0, looks.background[0]],
        [1, looks.background[1]],
      ]),
    ],
    [rect(0, 0, 600, 600, 'url(#wall)'), circle(300, 300, 250, '#FFFFFF', { opacity: 0.22 }), bust(looks)],
  );
}

/** The same head and shoulders, without background, in a box at (x, y) of another drawing. */
export function portraitAt(seed: number, sex: Sex, x: number, y: number, size: number): string {
  const looks = looksOf(sex, seededRandom(seed));
  const clip = `face-${seed}-${Math.round(x)}-${Math.round(y)}`;
  return `<clipPath id="${clip}"><rect x="0" y="0" width="600" height="600"/></clipPath>${group(
    [group([bust(looks)], { 'clip-path': `url(#${clip})` })],
    { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 600).toFixed(4)})` },
  )}`;
}

/** Somebody standing in court dress: feet at (x, bottom), as tall as `height`. */
export function standing(seed: number, sex: Sex, x: number, bottom: number, height: number): string {
  const looks = looksOf(sex, seededRandom(seed));
  const scale = height / 1500;
  const trousers = sex === 'Male' ? '#23262D' : mix(looks.cloth, '#16181D', 0.55);
  return group(
    [
      ellipse(300, 1500, 230, 26, '#000000', { opacity: 0.18 }),
      group([hairBehind(looks)], head),
      sex === 'Male'
        ? path('M170 960H430L420 1480H318L300 1080L282 1480H180z', trousers)
        : path('M150 960H450L480 1470C420 1490 180 1490 120 1470z', trousers),
      path('M176 1470H290V1496H160zM310 1470H424L440 1496H310z', '#101216'),
      path(
        'M64 620C62 540 120 452 246 420H354C480 452 538 540 536 620C548 760 520 900 500 1010C440 1036 160 1036 100 1010C80 900 52 760 64 620z',
        '#1A1D24',
      ),
      path('M64 620C50 740 60 860 84 980L140 986C120 860 122 740 140 640z', '#23272F'),
      path('M536 620C550 740 540 860 516 980L460 986C480 860 478 740 460 640z', '#23272F'),
      ellipse(112, 1000, 32, 40, looks.skin),
      ellipse(488, 1000, 32, 40, looks.skin),
      attire(looks),
      path('M214 612H386L400 1020H200z', '#1A1D24'),
      line('M300 640V1020', '#0E1015', 4),
      circle(300, 720, 7, '#4A4F59') + circle(300, 830, 7, '#4A4F59'),
      group([face(looks), hairInFront(looks)], head),
    ],
    {
      transform: `translate(${(x - 300 * scale).toFixed(1)} ${(bottom - 1500 * scale).toFixed(1)}) scale(${scale.toFixed(4)})`,
    },
  );
}
