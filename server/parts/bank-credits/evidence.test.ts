import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import { type JudgedPayment, judge, versionOf } from './evidence.ts';
import { numberOfRow, pointersIn } from './texts.ts';

// Every credit is Rs 1,000 of 21 November 2026.

const before = clock.now;
beforeAll(() => {
  clock.now = () => new Date('2026-11-23T10:00:00+05:30');
});
afterAll(() => {
  clock.now = before;
});

const rrn = '632512345678';
const wire = 'SBIN526329100163';
const kamala = 'AIP-2026-000123';

type Claim = Partial<JudgedPayment>;
let serial = 0;
const payment = (claim: Claim): JudgedPayment => {
  serial += 1;
  return {
    id: `payment ${serial}`,
    person: `person ${serial}`,
    reference: `AIP-2026-9${String(serial).padStart(5, '0')}`,
    utr: '',
    amount: 1_000,
    state: claim.utr ? 'claimed' : 'due',
    mode: null,
    lineId: null,
    name: 'Kamala Devi',
    claimed: false,
    refunded: false,
    ...claim,
  };
};

interface Printed {
  date?: string;
  paise?: number;
  debitNumbers?: string[];
  isOurs?: true;
}
function verdict(
  texts: string | string[],
  claims: Claim[],
  { date = '2026-11-21', paise = 100_000, debitNumbers = [], isOurs }: Printed = {},
) {
  const all = [texts].flat();
  const pointers = pointersIn(all);
  const utr = numberOfRow(all[1] ?? '', pointers.runs);
  const line = { id: 'line', open: paise, date, narration: all[0]!, texts: all, utr, debitNumbers, ...pointers };
  const payments = claims.map(payment);
  const verdict = judge(line, payments, isOurs);
  return {
    ...verdict,
    version: versionOf(line, verdict, payments),
    shown: verdict.paymentIds.map((id) => payments.find((each) => each.id === id)),
  };
}

type Case = [texts: string | string[], claims: Claim[], printed: Printed, list: string, reason: string | null];
const rows: Claim[] = [{ reference: kamala }];

describe('the reference alone makes a line sure', () => {
  it.each<Case>([
    [`UPI/CR/${rrn}/PAYER/${kamala}`, [{ reference: kamala, name: 'Nobody' }], {}, 'sure', null],
    ['UPI/aip 2026 000123', rows, {}, 'sure', null],
    ['UPI/AIP2026000123/FEE', rows, {}, 'sure', null],
    ['UPI/AIP–2026_000123-4567', rows, {}, 'sure', null],
    ['UPI/AIP-2026- 000123/0000', rows, {}, 'sure', null],
    [['UPI CREDIT', `${kamala} GOVIND`], rows, {}, 'sure', null],
    // A narration of two rows, with a blank between them and without.
    [['UPI/AIP-2026-00 0123', '', 'UPI/AIP-2026-000123'], rows, {}, 'sure', null],
    // Another number was claimed.
    [`UPI/${rrn}/${kamala}`, [{ reference: kamala, utr: '632587654321' }], {}, 'sure', null],
    // An own claim for something else.
    [
      `UPI/${rrn}/${kamala}`,
      [
        { reference: kamala, person: 'one' },
        { utr: rrn, person: 'one' },
      ],
      {},
      'sure',
      null,
    ],
    // No part of a longer word.
    ['UPI/AIP2026000123RAMESH', rows, {}, 'toLook', 'IN_PARTS'],
    ['FeeAIP-2026-000123', rows, {}, 'toLook', 'IN_PARTS'],
    ['UPI/AIP-2026-00 0123', rows, {}, 'toLook', 'IN_PARTS'],
    [['UPI/AIP-2026-', '000123'], rows, {}, 'toLook', 'IN_PARTS'],
    ['UPI/AIP-2026-0001', rows, {}, 'toLook', 'IN_PARTS'],
    ['UPI/АIР-2026-000123', rows, {}, 'unknown', null],
    ['UPI/AIP-2026-O00123', rows, {}, 'unknown', null],
    // Others have a pointer, too.
    [`${kamala} AIP-2026-000124`, [...rows, { reference: 'AIP-2026-000124' }], {}, 'toLook', 'TWO_REFERENCES'],
    [`${kamala} AIP-2026-000124`, rows, {}, 'toLook', 'TWO_REFERENCES'],
    [`${kamala} FEEAIP2026000124`, rows, {}, 'toLook', 'TWO_REFERENCES'],
    [`UPI/${rrn}/${kamala}`, [...rows, { utr: rrn }], {}, 'toLook', 'TWO_CLAIMANTS'],
    [`UPI/${rrn}/${kamala}`, [...rows, { claimed: true, state: 'refused' }], {}, 'toLook', 'TWO_CLAIMANTS'],
    [`UPI/${rrn}/${kamala}`, [...rows, { refunded: true, state: 'refunded' }], {}, 'toLook', 'OWN_NUMBER'],
    [`UPI/${rrn}/${kamala}`, rows, { debitNumbers: [rrn] }, 'toLook', 'OWN_NUMBER'],
    [`UPI/${rrn}/${kamala}`, rows, { isOurs: true }, 'toLook', 'OWN_NUMBER'],
    // Amount, day, state.
    [kamala, rows, { paise: 90_000 }, 'toLook', 'AMOUNT_DIFFERS'],
    [kamala, rows, { paise: 200_000 }, 'toLook', 'AMOUNT_DIFFERS'],
    [kamala, rows, { date: '2026-11-24' }, 'toLook', 'FUTURE'],
    [kamala, [{ reference: kamala, state: 'refused' }], {}, 'toLook', 'NOT_OPEN'],
    [kamala, [{ reference: kamala, state: 'waived' }], {}, 'toLook', 'NOT_OPEN'],
    [kamala, [{ reference: kamala, state: 'received' }], {}, 'already', null],
    [kamala, [{ reference: kamala, state: 'received', lineId: 'other' }], {}, 'toLook', 'NOT_OPEN'],
    [kamala, [{ reference: kamala, state: 'received', mode: 'cash' }], {}, 'toLook', 'NOT_OPEN'],
    [kamala, [{ reference: kamala, state: 'received', mode: 'online' }], {}, 'toLook', 'NOT_OPEN'],
    [`UPI/${rrn}/${kamala}`, [{ reference: kamala, state: 'received', utr: wire }], {}, 'toLook', 'NOT_OPEN'],
  ])('%s', (texts, claims, printed, list, reason) => {
    expect(verdict(texts, claims, printed)).toMatchObject({ list, reason });
  });
});

describe('a number agrees, for one person', () => {
  it.each<Case>([
    [`UPI/CR/${rrn}/KAMALA DEVI/SBIN`, [{ utr: rrn }], {}, 'agrees', null],
    [`UPI${rrn}KAMALA`, [{ utr: rrn }], {}, 'agrees', null],
    [['UPI KAMALA', `0000${rrn}`], [{ utr: rrn }], {}, 'agrees', null],
    [`neft cr-${wire.toLowerCase()}-kamala`, [{ utr: wire }], {}, 'agrees', null],
    // Two payments of one person together.
    [
      `UPI/${rrn}`,
      [
        { utr: rrn, person: 'one', amount: 600 },
        { utr: rrn, person: 'one', amount: 400 },
      ],
      {},
      'agrees',
      null,
    ],
    [
      `UPI/${rrn}`,
      [
        { utr: rrn, amount: 600 },
        { utr: rrn, amount: 400 },
      ],
      {},
      'toLook',
      'TWO_CLAIMANTS',
    ],
    [`UPI/${rrn}`, [{ utr: rrn }, { utr: rrn, state: 'received' }], {}, 'toLook', 'TWO_CLAIMANTS'],
    [`UPI/${rrn}`, [{ utr: rrn }, { claimed: true }], {}, 'toLook', 'TWO_CLAIMANTS'],
    [`UPI/${rrn}`, [{ utr: `${rrn}/632587654321` }], {}, 'toLook', 'SEVERAL_NUMBERS'],
    [`UPI/${rrn}`, [{ utr: '632587654321', claimed: true }], {}, 'toLook', 'SEVERAL_NUMBERS'],
    [`UPI/${rrn}/AIP-2026-000124`, [{ utr: rrn }], {}, 'toLook', 'TWO_REFERENCES'],
    [`UPI/${rrn}`, [{ utr: rrn }], { debitNumbers: [rrn] }, 'toLook', 'OWN_NUMBER'],
    [`UPI/${rrn}/${kamala}/919876543210`, [{ reference: kamala }], { debitNumbers: [rrn] }, 'toLook', 'OWN_NUMBER'],
    [`UPI/${rrn}`, [{ utr: rrn }, { refunded: true, state: 'refunded' }], {}, 'toLook', 'OWN_NUMBER'],
    [`UPI/${rrn}`, [{ utr: rrn, amount: 900 }], {}, 'toLook', 'AMOUNT_DIFFERS'],
    [`UPI/${rrn}`, [{ utr: rrn, state: 'refused' }], {}, 'toLook', 'NOT_OPEN'],
    [`UPI/${rrn}`, [{ utr: rrn, state: 'received' }], {}, 'already', null],
    [`UPI/${rrn}`, [{ utr: rrn, state: 'received', mode: 'cheque' }], {}, 'toLook', 'NOT_OPEN'],
    // In pieces, or within a longer number.
    ['UPIAB/63251234 5678/CR', [{ utr: rrn }], {}, 'toLook', 'IN_PARTS'],
    [`UPI/9${rrn}`, [{ utr: rrn }], {}, 'unknown', null],
    ['UPI/६३२५१२३४५६७८', [{ utr: rrn }], {}, 'unknown', null],
    ['UPI/251126/1000', [{ utr: '251126' }], {}, 'unknown', null],
    ['NEFT KAMALA DEVI', [{}], {}, 'toLook', 'NAME_ALONE'],
    ['CASH DEP SELF', [], {}, 'unknown', null],
  ])('%s', (texts, claims, printed, list, reason) => {
    expect(verdict(texts, claims, printed)).toMatchObject({ list, reason });
  });

  it.each([
    ['Kamala Devi', `UPI/${rrn}/KAMALA DEVI/SBIN`, false, 'KAMALA DEVI'],
    ['Kamala Deviprasad', `UPI/${rrn}/Devip KAMALA`, false, 'KAMALA Devip'],
    ['Kamala Devi', `UPI/${rrn}/KAMALA/SBIN`, true, 'KAMALA'],
    ['Kamala Devi', `UPI/P2A/${rrn}/SURESH WAGLE/HDFC BANK/FEE`, true, 'SURESH WAGLE'],
    ['Kamala Devi', `UPI/${rrn}/kamala.devi@okaxis`, true, ''],
    ['K D', `UPI/${rrn}/K D`, true, ''],
    // A joiner makes no other name, on either side.
    ['सुरेश शर्\u200dमा', `UPI/${rrn}/सुरेश शर्मा`, false, 'सुरेश शर्मा'],
    ['सुरेश शर्मा', `UPI/${rrn}/सुरेश शर्\u200dमा`, false, 'सुरेश शर्मा'],
    // Cut by the bank, or in another order.
    ['Kavita Ramanathan', `BY TRANSFER-UPI/CR/${rrn}/KAVITA R/HDFC/kavita.ra/UPI--`, false, 'KAVITA R'],
    ['Kavita Rani Ramanathan', `UPI/P2A/${rrn}/KAVITA RA/UPI/HDFC`, false, 'KAVITA RA'],
    ['Kavita Ramanathan', `MMT/IMPS/${rrn}/membership/KAVITARAMA/HDFC0000240`, false, 'KAVITARAMA'],
    ['Kavita Ramanathan', `UPI/CR/${rrn}/RAMANATHAN KA/SBIN`, false, 'RAMANATHAN KA'],
    ['Kavita Ramanathan', `UPI/CR/${rrn}/RAMANATHAN KAVITA/SBIN`, false, 'KAVITA RAMANATHAN'],
    ['Subramaniam Iyer', `UPI/P2A/${rrn}/SUBR/SBI`, false, 'SUBR'],
    // A name of its own, or the bank's.
    ['Anil Kumar', `UPI/P2A/${rrn}/LAXMAN KUMAR/HDFC BANK`, true, 'LAXMAN KUMAR'],
    ['Navin Shetty', `UPI/P2A/${rrn}/LAXMAN P/NAVI/HDFC BANK`, true, 'LAXMAN P'],
    ['Bhimrao Salve', `UPI/${rrn}/BHIM/laxmanp@upi/HDFC BANK LTD`, true, ''],
    ['Ratnakar Joshi', `NEFT CR-RATN0000114-LAXMAN P-AIPA-${rrn}`, true, 'RATN'],
    ['Kavita Ramanathan', `UPI/P2A/${rrn}/KAVITA/RET. APP FEE/HDFC`, true, 'KAVITA'],
  ])('%s is named in %s', (name, narration, otherName, named) => {
    expect(verdict(narration, [{ utr: rrn, name }])).toMatchObject({ list: 'agrees', otherName, named });
  });
});

describe('words of money that did not come', () => {
  it.each([
    [`UPIREV/${rrn}/${kamala}`, rows],
    [`UPI/RVSLKAMALA/${rrn}`, [{ utr: rrn }]],
    [['UPI', rrn, 'Status: FAILED'], [{ utr: rrn }]],
    [`TO UPI/${rrn}`, [{ utr: rrn }]],
    [`धनवापसी ${kamala}`, rows],
    [`UPI/${rrn}/REVATHI`, [{ utr: rrn }]],
    // A name that is such a word.
    [`UPI/REV/${rrn}/KAMALA`, [{ utr: rrn, name: 'Rev Kamala' }]],
    [`UPI-REV-${rrn}`, [{ utr: rrn, name: 'REV' }]],
  ] as [string | string[], Claim[]][])('%s is to be looked at', (texts, claims) => {
    expect(verdict(texts, claims)).toMatchObject({ list: 'toLook', reason: 'WORD' });
  });

  it.each([
    [`UPI/${rrn}/REVATHI`, [{ utr: rrn, name: 'Revathi Nair' }], 'agrees'],
    [`${kamala} REVENUE DEPT`, rows, 'sure'],
    [`${kamala} REFUNDABLE NO`, rows, 'sure'],
    [`${kamala} REV FR GEORGE`, rows, 'sure'],
    [`UPI/REVREVATHI/${kamala}`, [{ reference: kamala, name: 'Revathi' }], 'toLook'],
  ] as [string, Claim[], string][])('%s is %s', (text, claims, list) => {
    expect(verdict(text, claims).list).toBe(list);
  });
});

it('shows the reference’s payment first, and everybody who has a pointer', () => {
  const { shown } = verdict(`UPI/${rrn}/${kamala}`, [
    { utr: rrn, name: 'Second' },
    { reference: kamala, name: 'First' },
  ]);
  expect(shown.map((each) => each?.name)).toEqual(['First', 'Second']);
});
