import { seededRandom } from '../random.ts';
import { balance } from './balance.ts';
import { lettering } from './lettering.ts';
import { portraitAt } from './portrait.ts';
import { brass, circle, group, ink, line, linear, mix, navy, paper, path, rect, saffron, svg, times } from './svg.ts';

export interface SamplePayment {
  seed: number;
  amountRupees: number;
  payerName: string;
  payeeName: string;
  upiId: string;
  /** The bank's reference, 12 figures. */
  utr: string;
  paidAt: Date;
  /** What the payer wrote, as a rule the reference number of the registration. */
  note: string;
}

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const soft = '#5B6675';

/** The picture a payer takes of the telephone after paying. It says in large letters that it is a sample. */
export function paymentSvg(payment: SamplePayment): string {
  const random = seededRandom(payment.seed);
  const colour = random.pick(['#14613F', '#1B365D', '#5B2A86', '#0B6477']);
  const rows: [string, string][] = [
    ['To', payment.payeeName],
    ['UPI ID', payment.upiId],
    ['From', payment.payerName],
    ['UTR', payment.utr.replace(/(\d{4})(?=\d)/g, '$1 ')],
    ['Note', payment.note],
    ['Paid on', day.format(payment.paidAt)],
  ];
  return svg(
    720,
    1440,
    [
      linear('head', [
        [0, colour],
        [1, mix(colour, '#000000', 0.28)],
      ]),
    ],
    [
      rect(0, 0, 720, 1440, '#F4F5F7'),
      rect(0, 0, 720, 560, 'url(#head)'),
      lettering(`${random.int(9, 12)}:${random.int(10, 59)}`, 36, 52, { size: 20, colour: '#FFFFFF', weight: 0.13 }),
      times(3, (index) => rect(610 + index * 12, 44 - index * 6, 7, 8 + index * 6, '#FFFFFF')),
      rect(656, 30, 34, 20, 'none', { stroke: '#FFFFFF', 'stroke-width': 2, rx: 4 }),
      rect(659, 33, random.between(9, 28), 14, '#FFFFFF', { rx: 2 }),
      circle(360, 210, 78, '#FFFFFF', { opacity: 0.18 }),
      circle(360, 210, 60, '#FFFFFF'),
      line('M332 212L352 234L392 188', colour, 11),
      lettering('Payment successful', 360, 344, { size: 26, colour: '#FFFFFF', anchor: 'middle' }),
      lettering(`Rs ${payment.amountRupees.toLocaleString('en-IN')}`, 360, 446, {
        size: 62,
        colour: '#FFFFFF',
        weight: 0.11,
        anchor: 'middle',
      }),
      rect(36, 510, 648, 100 + rows.length * 92, '#000000', { rx: 22, opacity: 0.07, transform: 'translate(0 6)' }),
      rect(36, 510, 648, 100 + rows.length * 92, '#FFFFFF', { rx: 22 }),
      ...rows.map(([label, value], index) => {
        const y = 588 + index * 92;
        return group([
          lettering(label, 72, y, { size: 15, colour: soft }),
          lettering(value, 72, y + 34, { size: value.length > 30 ? 16 : 20, colour: ink, weight: 0.13 }),
          index < rows.length - 1 ? rect(72, y + 52, 576, 1.5, '#E4E7EB') : '',
        ]);
      }),
      rect(36, 1280, 648, 84, colour, { rx: 42 }),
      lettering('Done', 360, 1334, { size: 24, colour: '#FFFFFF', anchor: 'middle' }),
      lettering('Sample - no money was moved', 360, 1212, {
        size: 19,
        colour: '#B42318',
        weight: 0.14,
        anchor: 'middle',
      }),
    ],
  );
}

export interface SampleIdCard {
  name: string;
  sex: 'Female' | 'Male';
  designation: string;
  state: string;
  idNumber: string;
  validYear: number;
  portraitSeed: number;
}

/** The scan of an office identity card, laid slightly askew on a scanner. It says that it is a sample. */
export function idCardSvg(card: SampleIdCard): string {
  const random = seededRandom(card.portraitSeed);
  const accent = random.pick([navy, '#7A2E2A', '#2F5B4C', '#5B4A86']);
  const rows: [string, string][] = [
    ['Name', card.name],
    ['Designation', card.designation],
    ['ID number', card.idNumber],
    ['Valid until', `31 December ${card.validYear}`],
  ];
  return svg(
    1280,
    860,
    [
      linear(
        'band',
        [
          [0, accent],
          [1, mix(accent, '#000000', 0.25)],
        ],
        [0, 0, 1, 0],
      ),
    ],
    [
      rect(0, 0, 1280, 860, '#E9E9E6'),
      group(
        [
          rect(10, 14, 1080, 680, '#000000', { rx: 34, opacity: 0.16 }),
          rect(0, 0, 1080, 680, paper, { rx: 34 }),
          path('M0 34A34 34 0 0 1 34 0H1046A34 34 0 0 1 1080 34V150H0z', 'url(#band)'),
          rect(0, 150, 1080, 9, brass),
          circle(96, 76, 50, paper),
          balance(96, 76, 64, accent),
          lettering('Directorate of Prosecution', 172, 76, { size: 34, colour: paper }),
          lettering(`${card.state} - Identity card`, 172, 120, { size: 19, colour: '#F2E3BF' }),
          balance(760, 440, 330, mix(paper, accent, 0.08)),
          rect(54, 212, 300, 360, '#FFFFFF', { stroke: accent, 'stroke-width': 4, rx: 8 }),
          `<clipPath id="photo"><rect x="62" y="220" width="284" height="344"/></clipPath>`,
          group([rect(62, 220, 284, 344, '#D5DFE6'), portraitAt(card.portraitSeed, card.sex, 14, 196, 380)], {
            'clip-path': 'url(#photo)',
          }),
          ...rows.map(([label, value], index) =>
            group([
              lettering(label, 404, 246 + index * 84, { size: 15, colour: soft }),
              lettering(value, 404, 286 + index * 84, { size: value.length > 28 ? 19 : 25, colour: ink, weight: 0.13 }),
            ]),
          ),
          line(`M790 610q18 -46 36 -10t34 -10t30 4t44 -16t40 6`, navy, 4),
          rect(760, 630, 250, 2, soft),
          lettering('Issuing authority', 885, 658, { size: 13, colour: soft, anchor: 'middle' }),
          times(38, (index) => rect(62 + index * 7.6, 598, random.between(1.4, 5.2), 48, ink)),
          group(
            [
              rect(-190, -40, 380, 80, 'none', { stroke: saffron, 'stroke-width': 6, rx: 10 }),
              lettering('Sample', 0, 21, { size: 44, colour: saffron, weight: 0.14, anchor: 'middle' }),
            ],
            { transform: 'translate(560 614) rotate(-7)', opacity: 0.8 },
          ),
        ],
        {
          transform: `translate(${(100 + random.between(-18, 18)).toFixed(1)} ${(88 + random.between(-12, 12)).toFixed(1)}) rotate(${random.between(-1.4, 1.4).toFixed(2)})`,
        },
      ),
    ],
  );
}
