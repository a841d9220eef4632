import { describe, expect, it } from 'vitest';
import { cautionOf, comparableNarration, readNarration } from './narration.ts';

const read = (text: string, reference = '') => readNarration(text, reference);
const reference = 'AIP-2026-000123';

describe('the transaction’s number', () => {
  it.each([
    ['UPI/CR/412345678901/KAVITA RAO/HDFC/name@okhdfcbank/AIP-2026-000123', '412345678901'],
    ['UPI-KAVITA RAO-KAVITA@OKSBI-HDFC0001234-412345678901-AIP2026000123', '412345678901'],
    ['UPI-KAVITA-9812345678@YBL-HDFC0001234-412345678901-', '412345678901'],
    ['UPI/919812345678@paytm/412345678901/Payment', '412345678901'],
    ['upi/cr/412345678901/kavita', '412345678901'],
    ['UPI/CR/41234567 8901/KAVITA', '412345678901'],
    ['IMPS-412345678901-KAVITA RAO-SBIN-XX1234', '412345678901'],
    ['MMT/IMPS/412345678901/AIP-2026-000123/KAVITA/SBIN0001234', '412345678901'],
    ['NEFT CR-HDFC0000001-KAVITA RAO-ASSOCIATION-N325261234567890', 'N325261234567890'],
    ['NEFT CR-SBIN0001234-KAVITA-SBIN226325123456', 'SBIN226325123456'],
    ['NEFT*HDFC0000001*N325261234567890*KAVITA RAO', 'N325261234567890'],
    ['RTGS-HDFCR52026112112345678-KAVITA RAO', 'HDFCR52026112112345678'],
    ['BY TRANSFER-NEFT*UTIB0000001*AXISP00123456789*KAVITA', 'AXISP00123456789'],
    ['CASH DEPOSIT BY SELF', ''],
    ['', ''],
    ['AIP-2026-000123', ''],
  ])('in %s', (text, utr) => {
    expect(read(text).utr).toBe(utr);
  });

  it('may be in its own column, padded with zeros', () => {
    expect(read('UPI KAVITA RAO', '0000412345678901').utr).toBe('412345678901');
    expect(read('NEFT KAVITA RAO', 'N325261234567890').utr).toBe('N325261234567890');
    expect(read('CHEQUE DEPOSIT', '000123').utr).toBe('');
    expect(read('CASH', '0000000000000000').keys).toEqual([]);
    expect(read('CHEQUE', '0000000000123456').keys).toEqual([]);
  });

  it('is the same in every layout, and other long numbers prove nothing', () => {
    expect(read('NEFT CR-N325261234567890-0011223344556677')).toMatchObject({
      keys: ['N325261234567890'],
      numbers: ['0011223344556677'],
    });
    expect(read('BY TRANSFER-UPI/CR/412345678901/X').utr).toBe(read('UPI-X-412345678901').utr);
  });
});

describe('another number', () => {
  it.each([
    ['IMPS-633668845977-KAMALA DEVI-SBIN-9832651955-FEE', '', '633668845977', '9832651955'],
    ['BY TRANSFER-NEFT', 'TRANSFER FROM 4897659946423', '', '4897659946423'],
    ['CASH DEP 20112026 BR 123456', '', '', '20112026'],
    ['412345678901 KAVITA', '', '', '412345678901'],
    ['UPI-KAVITA-SBIN0001234-412345678901-919832651955', '', '412345678901', '919832651955'],
    ['UPI/KAVITA/412345678901/512345678901', '', '', '512345678901'],
    ['UPI/412345678901/KAVITA/RRN 512345678901', '', '412345678901', '512345678901'],
  ])('stands in %s', (text, beside, utr, number) => {
    const found = read(text, beside);
    expect(found).toMatchObject({ utr, keys: utr === '' ? [] : [utr] });
    expect(found.numbers).toContain(number);
  });

  it.each([
    ['IMPS637521260459/CNRB', '637521260459'],
    ['UPI631754823425NAME', '631754823425'],
    ['IMPSP2A638136414462NAME', '638136414462'],
    ['NEFT:SBIN226325123456/RUPINDER', 'SBIN226325123456'],
    ['RUPINDER SINGH 412345678901', ''],
  ])('is told from a glued one in %s', (text, utr) => {
    expect(read(text).utr).toBe(utr);
  });

  it.each([
    ['UPI/DR/412345678901/KAVITA', 'debit'],
    ['NEFT DR-SBIN0001234-KAVITA', 'debit'],
    ['TO TRANSFER-UPI/412345678901', 'debit'],
    ['REV-UPI/412345678901', 'reversal'],
    ['NEFT RTN N325261234567890', 'reversal'],
    ['UPI/CR/412345678901/REV JOHN', ''],
    ['BY TRANSFER-UPI/CR/412345678901', ''],
  ])('%s is a %s', (text, caution) => {
    expect(cautionOf(text)).toBe(caution);
  });
});

describe('the reference', () => {
  it.each([
    'UPI/CR/412345678901/NAME/HDFC/name@okhdfcbank/AIP-2026-000123',
    'UPI-NAME-VPA-IFSC-412345678901-AIP2026000123',
    'upi/aip2026000123/412345678901',
    'UPI aip 2026 000123',
    'UPI/AIP_2026_000123/',
    'IMPS-412345678901-AIP/2026/000123',
    'UPI/412345678901AIP2026000123',
    'UPI/412345678901/AIP-2026-00 0123/X',
    'REFAIP-2026-000123.',
    'UPI/412345678901/AIP–2026–000123',
    'AIP−2026—000123',
  ])('in %s', (text) => {
    const { keys, cut } = read(text);
    expect(keys).toContain(reference);
    expect(cut).toBe('');
  });

  it('may be beside the narration', () => {
    expect(read('UPI KAVITA', 'AIP-2026-000123').keys).toContain(reference);
  });

  it('may have seven digits', () => {
    expect(read('AIP-2026-1000123').keys).toEqual(['AIP-2026-1000123']);
  });

  it.each([
    ['UPI/412345678901/AIP-2026-0001', 'AIP-2026-0001'],
    ['UPI-NAME-412345678901-aip202600012', 'AIP-2026-00012'],
    ['UPI/AIP-2026-0-', 'AIP-2026-0'],
    // The bank has dropped the separators between them.
    ['UPI/AIP2026000123412345678901', 'AIP-2026-000123'],
  ])('cut or doubtful in %s', (text, cut) => {
    expect(read(text)).toMatchObject({ cut });
    expect(read(text).keys).not.toContain(reference);
  });

  it.each(['UPI/AIP-2026-', 'UPI/AIP', 'AIP-2026-0001 AND MORE', 'XYZ-2026-000123', 'AIP-1999-000123'])(
    'is not in %s',
    (text) => {
      expect(read(text)).toMatchObject({ keys: [], cut: '' });
    },
  );

  it('counts each of several', () => {
    expect(read('AIP-2026-000123 AIP-2026-000124').keys).toEqual([reference, 'AIP-2026-000124']);
  });
});

it('gives the words of at least three letters, once each, without those of every narration', () => {
  expect(read('UPI/CR/412345678901/Dr. KAVITA S RAO/HDFC/kavita.rao@okhdfcbank').words).toEqual(['kavita', 'rao']);
  expect(read(`NEFT ${'नीता देशमुख '.repeat(35)}`).words).toEqual(['नीता', 'देशमुख']);
});

it('compares narrations without blanks and case', () => {
  expect(comparableNarration('By Cash -  Pune\tMain')).toBe(comparableNarration('BY CASH-PUNE MAIN'));
});

it('is fast for any text', () => {
  const hostile = ['AIP-', 'AIP 2026 ', '1 ', '@', 'a@', '-', 'A1'].map((part) => part.repeat(1_000).slice(0, 1_000));
  for (const text of hostile) expect(read(text, text).keys.length).toBeLessThanOrEqual(12);
});
