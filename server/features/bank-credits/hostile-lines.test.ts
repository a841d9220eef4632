import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import { comparableUtr } from '#shared/utr.ts';
import { type JudgedPayment, judge } from './evidence.ts';
import { cutNarration, numberOfColumn } from './narration.ts';

// What banks print besides the honest payer's line, and what somebody may claim of it. Every credit is Rs 1,000 of 21 November 2026,
// the 325th day; the claim is always that of Kamala Devi, whose name agrees.

const before = clock.now;
beforeAll(() => {
  clock.now = () => new Date('2026-11-23T10:00:00+05:30');
});
afterAll(() => {
  clock.now = before;
});

const rrn = '632512345678';
const own = 'AIP-2026-000123';

function listOf(narration: string, claimed: string, column = '', shared = false) {
  const number = shared ? '' : numberOfColumn(column);
  const date = '2026-11-21';
  const parts = cutNarration({ narration, column, number, date });
  const isReference = claimed.startsWith('AIP-');
  const payment: JudgedPayment = {
    id: 'payment',
    reference: isReference ? claimed : 'AIP-2026-900001',
    utr: isReference ? '' : comparableUtr(claimed),
    amount: 1_000,
    state: 'claimed',
    isOnline: false,
    lineId: null,
    name: 'Kamala Devi',
  };
  return judge({ id: 'line', open: 100_000, date, narration, number, caution: '', ...parts }, [payment]).list;
}

describe('money that went back is sure for nobody', () => {
  it.each([
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
  ])('%s', (narration) => {
    expect(listOf(narration, narration.match(/[A-Z]{4}[NR]?5?2\d{10,}/)?.[0] ?? rrn)).toBe('toLook');
  });
});

describe('money that went out is sure for nobody', () => {
  it.each([
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
  ])('%s', (narration) => {
    expect(listOf(narration, rrn)).toBe('toLook');
  });
});

describe('a number that others know or choose is sure for nobody', () => {
  it.each<[narration: string, claimed: string, column?: string, shared?: boolean]>([
    // Mobiles, with and without their prefix, zeros and blanks.
    [`UPI/${rrn}/KAMALA DEVI/919845012345`, '919845012345'],
    ['UPI/KAMALA DEVI/9845012345@YBL/FEE', '009845012345'],
    ['UPI/KAMALA DEVI/00919845012345', '919845012345'],
    ['UPI/KAMALA DEVI/91 9845012345', '919845012345'],
    ['IMPS/KAMALA DEVI/+91-9845012345', '919845012345'],
    // Accounts of twelve digits, of the sender and of the association.
    ['NEFT/KAMALA DEVI/A/C 501045319364', '501045319364'],
    ['UPI/KAMALA DEVI/XX000501045319364', '501045319364'],
    ['TPT-FEE-KAMALA DEVI-000501045319364', '501045319364'],
    ['IB FUNDS TRANSFER CR 50104531936 4 KAMALA', '501045319364'],
    ['BY TRANSFER-INB KAMALA', '489769690496', 'TRANSFER FROM 489769690496'],
    ['KAMALA DEVI', '489769690496', '489769690496', true],
    ['KAMALA DEVI', 'SBIN226325123456', 'SBIN226325123456', true],
    // Another's UTR in the payer's note, beside the transaction's own or beside the column.
    [`UPI/${rrn}/KAMALA/632587654321 PAID`, '632587654321'],
    [`UPI/KAMALA/MY UTR ${rrn}/632487654321`, rrn],
    [`UPI/KAMALA/MY UTR ${rrn}`, rrn, '632587654321'],
    [`UPI/KAMALA/MY UTR ${rrn}`, rrn, '000632587654321'],
    [`UPI/KAMALA/NOTE SBIN226325123456`, 'SBIN226325123456', rrn],
    [`NEFT CR-SBIN226325123456-KAMALA-${rrn}`, rrn],
    [`NEFT CR-SBIN226325123456-KAMALA-${rrn}`, 'SBIN226325123456'],
    // Part of a UPI address, also where the bank breaks it.
    [`UPI/KAMALA/${rrn}@YBL`, rrn],
    [`UPI/KAMALA/Q${rrn}.KAMALA@YBL`, rrn],
    [`UPI/KAMALA/${rrn} @YBL`, rrn],
    [`UPI/KAMALA/KAMALA.${rrn}@\nOKAXIS`, rrn],
    // Other days, other lengths.
    ['UPI/KAMALA/631712345678', '631712345678'],
    ['UPI/KAMALA/633312345678', '633312345678'],
    ['UPI/KAMALA/532512345678', '532512345678'],
    [`UPI/KAMALA/${rrn}0`, rrn],
    [`UPI/KAMALA/9${rrn}`, rrn],
    ['UPI/KAMALA/063251234567', '063251234567'],
    ['UPI/KAMALA', '063251234567', '063251234567'],
    ['NEFT-KAMALA-SBIN226300123456', 'SBIN226300123456'],
    ['RTGS-KAMALA-HDFCR52026101112345678', 'HDFCR52026101112345678'],
    ['NEFT-KAMALA-SBIN0001234567890', 'SBIN0001234567890'],
    // Digits of other scripts are no bank's.
    ['UPI/KAMALA/६३२५१२३४५६७८', rrn],
    ['UPI/KAMALA/６３２５１２３４５６７８', rrn],
    [`UPI/KAMALA/६३२५८७६५४३२१`, '६३२५८७६५४३२१'],
    // Dates, cheques, terminals, branches.
    ['CASH DEP 21112026 1030 KAMALA', '211120261030'],
    ['CDM CASH 20261121 1030 KAMALA', '202611211030'],
    ['CLG KAMALA 000123 560002045', '000123560002'],
    // References that are not whole.
    ['UPI/KAMALA/AIP-2026-00012', own],
    ['UPI/KAMALA/AIP-2026-00012 3RD INSTALMENT', own],
    ['UPI/KAMALA/AIP-2026-0001 23 NOV', own],
    ['UPI/KAMALA/AIP-2026-0001234567890', own],
    ['UPI/KAMALA/AIP20260001239845012345', own],
    ['UPI/KAMALA/AIP-2025-000123', own],
    [`UPI/KAMALA/${own}/AIP-2026-900001`, 'AIP-2026-000124'],
    ['UPI/KAMALA/ATP-2026-000123', own],
    ['UPI/KAMALA/AIP-2026-O00123', own],
  ])('%s claimed as %s (%s)', (narration, claimed, column, shared) => {
    expect(listOf(narration, claimed, column, shared)).not.toBe('sure');
  });
});

describe('the honest payer’s line is sure in every bank’s form', () => {
  it.each<[narration: string, claimed: string, column?: string]>([
    [`UPI/${rrn}/CR/KAMALA DEVI/SBIN/9845012345@YBL`, rrn],
    [`UPI-KAMALA DEVI-9845012345@YBL-SBIN0001234-${rrn}-FEE`, rrn],
    [`UPI/P2A/${rrn}/KAMALA D/STATE BANK OF INDIA/FEE`, rrn],
    [`BY TRANSFER-UPI/CR/${rrn}/KAMALA/SBIN/KAMALA/UPI--`, rrn],
    [`MOB/UPI/CR/${rrn}/KAMALA DEVI`, rrn],
    [`IMPS-IN/${rrn}/9845012345/KAMALA DEVI`, rrn],
    [`MMT/IMPS/${rrn}/FEE/KAMALA DEV/SBIN0001234`, rrn],
    ['NEFT-SBIN226325123456-KAMALA DEVI-FEE', 'SBIN226325123456'],
    ['NEFT CR-SBIN0001234-KAMALA DEVI-ASSOCIATION-SBIN226325123456', 'sbin 2263 2512 3456'],
    ['RTGS CR-SBIN0001234-KAMALA DEVI-SBINR52026112112345678', 'SBINR52026112112345678'],
    ['UPI/KAMALA DEVI/FEE', 'Ref No. ६३२५१२३४५६७८', rrn],
    ['KAMALA DEVI', rrn, `UPI-${rrn}`],
    [`UPI/CR/${rrn}/DR. KAMALA DEVI/SBIN`, rrn],
    [`UPI/CR/${rrn}/REV KAMALA/SBIN`, rrn],
    [`UPI/CR/${rrn}/KAMALA/SENT FROM PAYTM`, rrn],
    [`UPI/CR/${rrn}/KAMALA/PAID VIA CRED`, rrn],
    [`UPI/CR/${rrn}/KAMALA/PAYMENT TO THE ASSOCIATION`, rrn],
    [`UPI/CR/${rrn}/KAMALA/OUTREACH FEE`, rrn],
    [`UPI/${rrn}/KAMALA/RETNAGIRI`, rrn],
    [`UPI/X/${own}`, own],
    [`UPI/X/AIP 2026 000123 FEE`, own],
    [`UPI/X/AIP-2026-00 0123 FEE`, own],
    [`UPI/X/aip2026000123.`, own],
  ])('%s claimed as %s', (narration, claimed, column) => {
    expect(listOf(narration, claimed, column)).toBe('sure');
  });
});
