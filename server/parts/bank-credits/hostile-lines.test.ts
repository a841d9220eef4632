import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import { comparableUtr } from '#shared/utr.ts';
import given from '#tests/field/20-claims-on-others-money.json' with { type: 'json' };
import { type JudgedPayment, judge } from './evidence.ts';
import { numberOfRow, pointersIn } from './texts.ts';

// What banks print, and what somebody claims who wants another's money. Whatever number, name or form a line has: without the payment's own
// reference, whole and alone, it is sure for nobody.

const before = clock.now;
beforeAll(() => {
  clock.now = () => new Date('2026-11-26T10:00:00+05:30');
});
afterAll(() => {
  clock.now = before;
});

const rrn = '632512345678';
const text = 'AIP-2026-000123';

interface Line {
  narration: string;
  /** The column of references. */
  column?: string;
  name?: string;
  claim?: string | undefined;
  reference?: string;
}

function listOf({ narration, column = '', name = 'Kamala Devi', claim = '', reference = 'AIP-2026-900001' }: Line) {
  const texts = [narration, column];
  const pointers = pointersIn(texts);
  const payment: JudgedPayment = {
    id: 'payment',
    person: 'person',
    reference,
    utr: comparableUtr(claim),
    amount: 1_000,
    state: 'claimed',
    mode: null,
    lineId: null,
    name,
    claimed: false,
    refunded: false,
  };
  const utr = numberOfRow(column, pointers.runs);
  const line = { id: 'line', open: 100_000, date: '2026-11-25', narration, texts, utr, debitNumbers: [], ...pointers };
  return judge(line, [payment]).list;
}

const claimIn = (narration: string) => narration.match(/[A-Z]{4}[A-Z]?\d{10,}|\d{12}/)?.[0] ?? rrn;

/** Lines with the number that is claimed. */
const claimed: readonly string[] = [
  // Money that went back.
  `UPI/REVERSAL/${rrn}/KAMALA DEVI`,
  `UPIREVERSAL/${rrn}/KAMALA DEVI`,
  `UPIRVSL-${rrn}-KAMALA DEVI`,
  `UPI-REV-${rrn}-KAMALA DEVI`,
  `UPIREV/${rrn}/KAMALA DEVI`,
  `UPIRET/${rrn}/KAMALA DEVI`,
  `UPI/${rrn}/KAMALA DEVI (REV)`,
  `UPI/${rrn}/KAMALA DEVI/RET`,
  `UPI/CRADJ/${rrn}/KAMALA DEVI`,
  `CREDIT ADJUSTMENT UPI ${rrn} KAMALA`,
  `CR ADJ UPI/${rrn}/KAMALA`,
  `UPI AUTO-REVERSAL ${rrn} KAMALA`,
  `FAILED UPI TXN ${rrn} KAMALA`,
  `UPI/TXN FAILED/${rrn}/KAMALA`,
  `IMPSREV${rrn} KAMALA`,
  `IMPS RRC/${rrn}/KAMALA`,
  'NEFTRTN-SBIN226325123456-KAMALA',
  'NEFT RETURN SBIN226325123456 KAMALA',
  'NEFT_REJECT SBIN226325123456 KAMALA',
  'RTGS REJ HDFCR52026112112345678 KAMALA',
  `REFND UPI ${rrn} KAMALA`,
  `RFND/${rrn}/KAMALA`,
  `UPI/${rrn}/RFD/KAMALA`,
  `CHARGE BACK ${rrn} KAMALA`,
  `CHBK UPI ${rrn} KAMALA`,
  `UPI DISPUTE ${rrn} KAMALA`,
  `TXN CANCELLED UPI/${rrn}/KAMALA`,
  `I/W CHQ RTN ${rrn} KAMALA`,
  `CHQ RET ${rrn} KAMALA`,
  `UPI/${rrn}/KAMALA/RETURNS`,
  `ROLLBACK UPI/${rrn}/KAMALA`,
  // Money that went out.
  `UPI/${rrn}/KAMALA DEVI (DR)`,
  `UPI/${rrn}/KAMALA DEVI/DR`,
  `UPI[DR]${rrn}/KAMALA`,
  `DR;UPI/${rrn}/KAMALA`,
  `DR, UPI/${rrn}/KAMALA`,
  `UPIDR/${rrn}/KAMALA`,
  `UPI-DEBIT-${rrn}-KAMALA`,
  `UPIOUT/${rrn}/KAMALA`,
  `UPI/PAID TO KAMALA DEVI/${rrn}`,
  `PAYMENT TO KAMALA DEVI ${rrn}`,
  `SENT TO KAMALA UPI ${rrn}`,
  `TRANSFERRED TO KAMALA ${rrn}`,
  `IMPS OUTWARD ${rrn} KAMALA`,
  `OUTGOING UPI/${rrn}/KAMALA`,
  `WITHDRAWL UPI ${rrn} KAMALA`,
  `W/D UPI/${rrn}/KAMALA`,
  `FUND TRF TO KAMALA ${rrn}`,
  `FT TO KAMALA ${rrn}`,
  `NEFTDR-${rrn}-KAMALA`,
  `BY DEBITS UPI ${rrn} KAMALA`,
];

/** A number or reference that others know, choose, or have only in part. */
const chosen: readonly Line[] = (
  [
    // Mobiles, with and without their prefix, zeros and blanks.
    [`UPI/${rrn}/KAMALA DEVI/919845012345`, '919845012345'],
    ['UPI/KAMALA DEVI/9845012345@YBL/FEE', '009845012345'],
    ['UPI/KAMALA DEVI/00919845012345', '919845012345'],
    ['UPI/KAMALA DEVI/91 9845012345', '919845012345'],
    ['IMPS/KAMALA DEVI/+91-9845012345', '919845012345'],
    // Accounts of the sender and of the association, constants.
    ['NEFT/KAMALA DEVI/A/C 501045319364', '501045319364'],
    ['UPI/KAMALA DEVI/XX000501045319364', '501045319364'],
    ['TPT-FEE-KAMALA DEVI-000501045319364', '501045319364'],
    ['IB FUNDS TRANSFER CR 50104531936 4 KAMALA', '501045319364'],
    ['BY TRANSFER-INB KAMALA', '489769690496', 'TRANSFER FROM 489769690496'],
    ['KAMALA DEVI', '489769690496', '489769690496'],
    ['KAMALA DEVI', 'SBIN226325123456', 'SBIN226325123456'],
    // Another's number in the payer's note, beside the transaction's own or beside the column.
    [`UPI/${rrn}/KAMALA/632587654321 PAID`, '632587654321'],
    [`UPI/KAMALA/MY UTR ${rrn}/632487654321`, rrn],
    [`UPI/KAMALA/MY UTR ${rrn}`, rrn, '632587654321'],
    [`UPI/KAMALA/NOTE SBIN226325123456`, 'SBIN226325123456', rrn],
    [`NEFT CR-SBIN226325123456-KAMALA-${rrn}`, rrn],
    // Part of a UPI address, also where the bank breaks it.
    [`UPI/KAMALA/${rrn}@YBL`, rrn],
    [`UPI/KAMALA/Q${rrn}.KAMALA@YBL`, rrn],
    [`UPI/KAMALA/${rrn} @YBL`, rrn],
    [`UPI/KAMALA/KAMALA.${rrn}@\nOKAXIS`, rrn],
    // Other days, other lengths, the honest form itself.
    ['UPI/KAMALA/631712345678', '631712345678'],
    [`UPI/KAMALA/${rrn}0`, rrn],
    [`UPI/KAMALA/9${rrn}`, rrn],
    ['UPI/KAMALA', '063251234567', '063251234567'],
    ['RTGS-KAMALA-HDFCR52026101112345678', 'HDFCR52026101112345678'],
    ['NEFT-KAMALA-SBIN0001234567890', 'SBIN0001234567890'],
    [`UPI/CR/${rrn}/KAMALA DEVI/SBIN`, rrn],
    ['UPI/KAMALA/६३२५१२३४५६७८', rrn],
    ['UPI/KAMALA/６３２５１２３４５６７８', rrn],
    // Dates, cheques, terminals, branches.
    ['CASH DEP 21112026 1030 KAMALA', '211120261030'],
    ['CDM CASH 20261121 1030 KAMALA', '202611211030'],
    ['CLG KAMALA 000123 560002045', '000123560002'],
  ] as [string, string, string?][]
).map(([narration, claim, column]) => ({ narration, claim, ...(column ? { column } : {}) }));

/** Beside or instead of the own reference. */
const notWhole: readonly string[] = [
  'UPI/KAMALA/AIP-2026-00012',
  'UPI/KAMALA/AIP-2026-00012 3RD INSTALMENT',
  'UPI/KAMALA/AIP-2026-0001 23 NOV',
  'UPI/KAMALA/AIP-2026-0001234567890',
  'UPI/KAMALA/AIP20260001239845012345',
  'UPI/KAMALA/AIP-2025-000123',
  'UPI/KAMALA/AIP-2026-000124',
  `UPI/KAMALA/${text}/AIP-2026-900001`,
  'UPI/KAMALA/ATP-2026-000123',
  'UPI/KAMALA/AIP-2026-O00123',
  'UPI/KAMALA/XAIP-2026-000123',
  'UPI/KAMALA/AIP-20 26-000123',
  'UPI/KAMALA/AIP-2026-000123A',
  'UPI/KAMALA/AIP-2026-000१२३',
  `UPIREV/KAMALA/${text}`,
];

const thief: Line[] = [
  ...claimed.map((narration) => ({ narration, claim: claimIn(narration) })),
  ...chosen,
  ...notWhole.map((narration) => ({ narration, reference: text })),
  ...given.thief.map(({ narration, claim, name }) => ({
    narration: narration.replace('{REF}', text),
    claim,
    name,
    reference: text,
  })),
  // As a bank with a column of references prints the same.
  ...given.thief.flatMap(({ narration, claim, name }) =>
    claim
      ? [{ narration: narration.replace(claim, ''), claim, name, column: claim, reference: 'AIP-2026-900001' }]
      : [],
  ),
];

describe('a thief', () => {
  it('tries at least 158 lines', () => {
    expect(thief.length).toBeGreaterThanOrEqual(158);
  });

  it.each(thief)('is not sure with $narration ($claim)', (line) => {
    expect(listOf(line)).not.toBe('sure');
  });
});

/** Written within a word or in pieces, or with a number in pieces: somebody looks at it. */
const inPieces = [/Fee\{REF\}/, /63290133 1227/];

describe('the honest payer', () => {
  it.each(given.honest)('$narration', ({ narration, claim, name }) => {
    const written = narration.match(/AIP[-/ ]*2026[-/ ]*(\d{6})/i)?.[1];
    const reference = written ? `AIP-2026-${written}` : text;
    // The banks without the number in the narration have it in its column.
    const column =
      claim && !narration.includes(comparableUtr(claim)) && !inPieces.some((each) => each.test(narration)) ? claim : '';
    const list = listOf({ narration: narration.replace('{REF}', text), column, name, claim, reference });
    const expected = inPieces.some((each) => each.test(narration)) ? 'toLook' : claim ? 'agrees' : 'sure';
    expect(list).toBe(expected);
  });
});
