import { describe, expect, it } from 'vitest';
import { cautionOf, comparableNarration, cutNarration, nameAgrees, numberOfColumn } from './narration.ts';

const cut = (narration: string, column = '', date = '2026-11-21') =>
  cutNarration({ narration, column, number: numberOfColumn(column), date });
const reference = 'AIP-2026-000123';

describe('the transaction’s number', () => {
  it.each([
    ['UPI/CR/632545678901/KAVITA RAO/HDFC/name@okhdfcbank/AIP-2026-000123', '632545678901'],
    ['UPI-KAVITA-9812345678@YBL-HDFC0001234-632545678901-', '632545678901'],
    ['UPI/CR/63254567 8901/KAVITA', '632545678901'],
    ['IMPSP2A632545678901NAME', '632545678901'],
    ['DEPOSIT 632545678901', '632545678901'],
    ['UPI/631945678901/KAVITA', '631945678901'],
    ['NEFT CR-SBIN0001234-KAVITA-SBIN226325123456', 'SBIN226325123456'],
    ['RTGS-HDFCR52026112112345678-KAVITA RAO', 'HDFCR52026112112345678'],
    // More than a week from the line's day, or of no day.
    ['UPI/631045678901/KAVITA', ''],
    ['NEFT*UTIB0000001*AXISP00123456789*KAVITA', ''],
    // Of two none is known to be the transaction's.
    ['UPI/632545678901/KAVITA/632545678902', ''],
    ['CASH DEPOSIT BY SELF', ''],
    ['', ''],
  ])('in %s', (text, utr) => {
    expect(cut(text).utr).toBe(utr);
  });

  it('is dated across the turn of the year', () => {
    expect(cut('UPI/636512345678/X', '', '2027-01-02').utr).toBe('636512345678');
    expect(cut('UPI/700112345678/X', '', '2026-12-31').utr).toBe('700112345678');
  });

  it('is the whole value of its column, without the zeros of the bank, whatever the narration says', () => {
    expect(cut('UPI/632545678901/KAVITA', '0000412345678901').utr).toBe('412345678901');
    expect(cut('NEFT KAVITA RAO', 'N325261234567890').utr).toBe('N325261234567890');
    expect(cut('UPI/KAVITA', 'UPI-632545678901').utr).toBe('632545678901');
    for (const none of ['000123', '0000000000000000', 'TRANSFER FROM 489769690496', '4897696904961']) {
      expect(cut('CHEQUE DEPOSIT', none).utr).toBe('');
    }
  });
});

it.each([
  ['IMPS-632568845977-KAMALA DEVI-SBIN-9832651955-FEE', '', '9832651955'],
  ['BY TRANSFER-NEFT', 'TRANSFER FROM 4897659946423', '4897659946423'],
  ['CASH DEP 20112026 BR 123456', '', '20112026'],
  ['412345678901 KAVITA', '', '412345678901'],
])('%s has another number', (text, beside, number) => {
  const found = cut(text, beside);
  expect(found.numbers).toContain(number);
  expect(found.keys).not.toContain(number);
});

it.each([
  ['UPI/CR/412345678901/REV JOHN', ''],
  ['UPI/CR/412345678901/DR. KAVITA', ''],
  ['UPI-DR KAVITA RAO-KAVITA@OKSBI', ''],
  ['UPI/412345678901/Sent from Paytm', ''],
  ['BY TRANSFER-UPI/CR/412345678901', ''],
  ['NEFT RTN N325261234567890', 'reversal'],
  ['UPI DR 412345678901', 'debit'],
])('%s: %s', (text, caution) => {
  expect(cautionOf(text)).toBe(caution);
});

describe('the reference', () => {
  it.each([
    'UPI/CR/412345678901/NAME/HDFC/name@okhdfcbank/AIP-2026-000123',
    'UPI-NAME-VPA-IFSC-412345678901-AIP2026000123',
    'UPI aip 2026 000123',
    'UPI/AIP_2026_000123/',
    'UPI/412345678901AIP2026000123',
    'UPI/412345678901/AIP-2026-00 0123/X',
    'REFAIP-2026-000123.',
    'UPI/412345678901/AIP–2026–000123',
    'AIP−2026—000123',
  ])('in %s', (text) => {
    const { keys, cut: part } = cut(text);
    expect(keys).toContain(reference);
    expect(part).toBe('');
  });

  it('may be beside the narration, have seven digits, and be one of several', () => {
    expect(cut('UPI KAVITA', 'AIP-2026-000123').keys).toContain(reference);
    expect(cut('AIP-2026-1000123').keys).toEqual(['AIP-2026-1000123']);
    expect(cut('AIP-2026-000123 AIP-2026-000124').keys).toEqual([reference, 'AIP-2026-000124']);
  });

  it.each([
    ['UPI/412345678901/AIP-2026-0001', 'AIP-2026-0001'],
    ['UPI-NAME-412345678901-aip202600012', 'AIP-2026-00012'],
    ['UPI/AIP-2026-0-', 'AIP-2026-0'],
    // The bank has dropped the separators between them.
    ['UPI/AIP2026000123412345678901', 'AIP-2026-000123'],
  ])('cut or doubtful in %s', (text, part) => {
    expect(cut(text)).toMatchObject({ cut: part });
    expect(cut(text).keys).not.toContain(reference);
  });

  it.each(['UPI/AIP-2026-', 'UPI/AIP', 'AIP-2026-0001 AND MORE', 'XYZ-2026-000123', 'AIP-1999-000123'])(
    'is not in %s',
    (text) => {
      expect(cut(text)).toMatchObject({ keys: [], cut: '' });
    },
  );
});

it.each([
  ['Krishnamurthy Iyer', 'UPI/KRISHNAM/SBIN', true],
  ['Krishnamurthy Iyer', 'UPI/KRI/SBIN', false],
  ['Kavita Rao', 'UPI/X/kavitarao@okaxis', true],
  ['नीता देशमुख', 'NEFT नीता देशमुख', true],
  ['Om Rao', 'UPI FROM RAOJI', false],
])('%s agrees with %s: %s', (name, narration, agrees) => {
  expect(nameAgrees(name, narration)).toBe(agrees);
});

it('compares narrations by letters and digits', () => {
  expect(comparableNarration('By Cash -  Pune\tMain/1')).toBe(comparableNarration('BY CASH-PUNE MAIN 1'));
});

it('is fast for any text', () => {
  const hostile = ['AIP-', 'AIP 2026 ', '1 ', '@', 'a@', '-', 'A1', 'UPI ', 'REV '].map((part) =>
    part.repeat(1_000).slice(0, 1_000),
  );
  for (const text of hostile) {
    expect(cut(text, text).keys.length).toBeLessThanOrEqual(12);
    expect(typeof cautionOf(text)).toBe('string');
    expect(nameAgrees('Kavita Rao', text)).toBe(false);
  }
});
