import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import { type JudgedPayment, judge } from './evidence.ts';
import { cutNarration, numberOfColumn } from './narration.ts';

// Which credits are sure, as a treasurer reads them. Every credit is Rs 1,000 of 21 November 2026, the 325th day.

const before = clock.now;
beforeAll(() => {
  clock.now = () => new Date('2026-11-23T10:00:00+05:30');
});
afterAll(() => {
  clock.now = before;
});

const rrn = '632512345678';
const other = '632587654321';
const mobile = '919945794627';
const kamala = 'AIP-2026-000123';

interface Claim {
  name?: string;
  utr?: string;
  reference?: string;
  amount?: number;
  state?: JudgedPayment['state'];
}
let serial = 0;
const payment = ({ name = 'Kamala Devi', utr = '', reference, amount = 1_000, state }: Claim): JudgedPayment => {
  serial += 1;
  return {
    id: `payment ${serial}`,
    reference: reference ?? `AIP-2026-9${String(serial).padStart(5, '0')}`,
    utr,
    amount,
    state: state ?? (utr === '' ? 'due' : 'claimed'),
    isOnline: false,
    lineId: null,
    name,
  };
};

interface Printed {
  column?: string;
  /** Another row of the file has the number of the column too. */
  shared?: true;
  date?: string;
  paise?: number;
}
function verdict(
  narration: string,
  claims: Claim[],
  { column = '', shared, date = '2026-11-21', paise = 100_000 }: Printed = {},
) {
  const number = shared ? '' : numberOfColumn(column);
  const parts = cutNarration({ narration, column, number, date });
  return judge({ id: 'line', open: paise, date, narration, number, caution: '', ...parts }, claims.map(payment));
}

type Case = [narration: string, claims: Claim[], printed: Printed, list: string, why: RegExp];

describe('the honest payer', () => {
  it.each<Case>([
    [`UPI/CR/${rrn}/PAYER/${kamala}`, [{ reference: kamala, name: 'Nobody' }], {}, 'sure', /^The reference agrees/],
    [`UPI/${rrn}/aip 2026 000123`, [{ reference: kamala }], {}, 'sure', /reference agrees/],
    [`UPI/${rrn}/${kamala}`, [{ reference: kamala, utr: rrn }], {}, 'sure', /^UTR and reference agree/],
    [`UPI/CR/${rrn}/KAMALA DEVI/SBIN`, [{ utr: rrn }], {}, 'sure', /^UTR and name agree, and so does the amount\.$/],
    ['UPI KAMALA DEVI', [{ utr: '412345678901' }], { column: '412345678901' }, 'sure', /UTR and name/],
    ['UPI KAMALA DEVI', [{ utr: rrn }], { column: `0000${rrn}` }, 'sure', /UTR and name/],
    [`UPI/${rrn}/KRISHNAM/SBIN`, [{ utr: rrn, name: 'Krishnamurthy' }], {}, 'sure', /UTR and name/],
    [`UPI/${rrn}/kamaladevi@okaxis`, [{ utr: rrn }], {}, 'sure', /UTR and name/],
    [`UPI/${rrn}/OM RAO/SBIN`, [{ utr: rrn, name: 'Om Rao' }], {}, 'sure', /UTR and name/],
    [`UPI/CR/${rrn}/DR KAMALA/SBIN`, [{ utr: rrn }], {}, 'sure', /UTR and name/],
    [`UPI/CR/${rrn}/REV JOHN/SBIN`, [{ utr: rrn, name: 'John Mathew' }], {}, 'sure', /UTR and name/],
    ['NEFT CR-KAMALA-SBIN226325123456', [{ utr: 'SBIN226325123456' }], {}, 'sure', /UTR and name/],
    ['RTGS-HDFCR52026112112345678-KAMALA', [{ utr: 'HDFCR52026112112345678' }], {}, 'sure', /UTR and name/],
    [`UPIAB/${rrn}/CR/KAMALA`, [{ utr: rrn }], {}, 'sure', /UTR and name/],
    [`UPI/${rrn}/KAMALA`, [{ utr: rrn }], { date: '2026-11-28' }, 'toLook', /dated in the future/],
    [`UPI/CR/${rrn}/RAMESH RAO`, [{ utr: rrn }], {}, 'toLook', /^UTR agrees, paid by another name\.$/],
    [`UPI/CR/${rrn}/KAMALA`, [{ utr: rrn, amount: 900 }], {}, 'toLook', /more than the Rs 900/],
    ['NEFT KAMALA DEVI', [{}], {}, 'toLook', /^Name and amount agree/],
    ['CASH DEP SELF', [], {}, 'unknown', /^No payment/],
  ])('%s', (narration, claims, printed, list, why) => {
    expect(verdict(narration, claims, printed)).toMatchObject({ list, why: expect.stringMatching(why) });
  });
});

describe('the thief', () => {
  const thief = (utr: string, name = 'Kamala Thief'): Claim[] => [{ utr, name }];
  it.each<Case>([
    // A mobile, an account and a constant that somebody else can know.
    [`UPI/KAMALA DEVI/${mobile}/SBIN/FEE`, thief(mobile), { column: rrn }, 'toLook', /A number in it/],
    ['UPI-KAMALA-501045319364-FEE', thief('501045319364'), {}, 'toLook', /A number in it/],
    ['BY TRANSFER KAMALA', thief('489769690496'), { column: 'TRANSFER FROM 489769690496' }, 'toLook', /A number in it/],
    ['KAMALA', thief('489769690496'), { column: '0000489769690496', shared: true }, 'toLook', /A number in it/],
    // The payer's own note beside the number of the transaction.
    [`UPI/${rrn}/KAMALA/${other}`, thief(other), {}, 'toLook', /A number in it/],
    [`UPI/${rrn}/KAMALA/${other}`, thief(rrn), {}, 'toLook', /A number in it/],
    [`UPI/KAMALA/${other}`, thief(other), { column: rrn }, 'toLook', /A number in it/],
    [`UPI/${rrn}@ybl/KAMALA`, thief(rrn), {}, 'toLook', /A number in it/],
    ['SIMPSON KAMALA 412345678901', thief('412345678901'), {}, 'toLook', /A number in it/],
    // A number of another day.
    ['UPI/630012345678/KAMALA', thief('630012345678'), {}, 'toLook', /A number in it/],
    // The right number, claimed by somebody else as well, or by another person.
    [`UPI/${rrn}/KAMALA`, [{ utr: rrn }, ...thief(rrn)], {}, 'toLook', /given for several/],
    [`UPI/${rrn}/KAMALA DEVI/SBIN`, thief(rrn, 'Ramesh Rao'), {}, 'toLook', /another name/],
    [`UPI/${rrn}/KAMALA/KOTAK MAHINDRA BANK`, thief(rrn, 'Mahindra Singh'), {}, 'toLook', /another name/],
    [`UPI/${rrn}/KAMALA/okhdfcbank`, thief(rrn, 'Bankim Roy'), {}, 'toLook', /another name/],
    [`UPI/${rrn}/SHRI KAMALA`, thief(rrn, 'Shri Ram Lal'), {}, 'toLook', /another name/],
    // Two references.
    [`${kamala} AIP-2026-000124`, [{ reference: kamala }, { reference: 'AIP-2026-000124' }], {}, 'toLook', /several/],
  ])('%s', (narration, claims, printed, list, why) => {
    expect(verdict(narration, claims, printed)).toMatchObject({ list, why: expect.stringMatching(why) });
  });

  it.each([
    `CR REV UPI/${rrn}/KAMALA`,
    `REV-UPI/${rrn}/KAMALA`,
    `UPI/RVSL/${rrn}/KAMALA`,
    `UPI/RET/${rrn}/KAMALA`,
    `UPI RVS ${rrn} KAMALA`,
    `UPI REFUND/${rrn}/KAMALA`,
    `NEFT RTN ${rrn} KAMALA`,
  ])('gets nothing from a reversal: %s', (narration) => {
    const found = verdict(narration, [{ utr: rrn }]);
    expect(found).toMatchObject({ list: 'toLook', otherName: false, why: expect.stringContaining('taken back') });
  });

  it.each([
    `UPI/${rrn}/DR/KAMALA`,
    `UPI/DR/${rrn}/KAMALA`,
    `IMPS-OUT/${rrn}/KAMALA`,
    `UPI OUT/${rrn}/KAMALA`,
    `TO TRF UPI/${rrn}/KAMALA`,
    `TO TRANSFER-UPI/${rrn}/KAMALA`,
    `Sent IMPS-${rrn}-KAMALA`,
    `NEFT DR-${rrn}-KAMALA`,
  ])('gets nothing from a debit: %s', (narration) => {
    const found = verdict(narration, [{ utr: rrn }]);
    expect(found).toMatchObject({ list: 'toLook', otherName: false, why: expect.stringContaining('went out') });
  });
});
