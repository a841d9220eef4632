import { describe, expect, it } from 'vitest';
import { parseAmount, parseDay, parseSign } from './cells.ts';

describe('days', () => {
  it.each([
    ['21/11/2026', '2026-11-21'],
    ['01/02/2026', '2026-02-01'],
    ['21-11-2026', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    ['21/11/26', '2026-11-21'],
    ['21-Nov-26', '2026-11-21'],
    ['21-NOV-2026', '2026-11-21'],
    ['21 Nov 2026', '2026-11-21'],
    ['1 November 2026', '2026-11-01'],
    ['21 Nov, 2026', '2026-11-21'],
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21T10:11:12', '2026-11-21'],
    ['21/11/2026 10:22:33', '2026-11-21'],
    ['21-11-2026 10:22 PM', '2026-11-21'],
    ["'21/11/2026", '2026-11-21'],
    [new Date(Date.UTC(2026, 10, 21)), '2026-11-21'],
    [46_347, '2026-11-21'],
    [46_347.5, '2026-11-21'],
    ['="13-11-2026 18:28:21"', '2026-11-13'],
    ['20Nov2026', '2026-11-20'],
    ["20 Nov'26", '2026-11-20'],
    ['20112026', '2026-11-20'],
    [20_112_026, '2026-11-20'],
    ['20261120', '2026-11-20'],
    ['Nov 20, 2026', '2026-11-20'],
    ['November 20 2026', '2026-11-20'],
    ['11/20/2026', null],
    ['31/02/2026', null],
    ['21/13/2026', null],
    ['21/11/1999', null],
    ['21-Foo-2026', null],
    ['Opening balance', null],
    ['1,000.00', null],
    ['412345678901', null],
    [1_000, null],
    ['', null],
    [null, null],
    [undefined, null],
    [new Date(Number.NaN), null],
  ])('%j is %j', (cell, day) => {
    expect(parseDay(cell)).toBe(day);
  });
});

describe('amounts', () => {
  it.each([
    ['1,00,000.00', 10_000_000, null],
    ['1000', 100_000, null],
    ['="1,000.00"', 100_000, null],
    ['1,000.00/-', 100_000, null],
    ['Rs. 500/-', 50_000, null],
    ['1,000.5', 100_050, null],
    ['.50', 50, null],
    ['₹ 1,000.00', 100_000, null],
    ['Rs. 1,000', 100_000, null],
    ['Rs 1,000', 100_000, null],
    ['INR 1,000.00', 100_000, null],
    ['1,000.00 Cr', 100_000, 'credit'],
    ['1,000.00CR', 100_000, 'credit'],
    ['1,000.00 (Cr)', 100_000, 'credit'],
    ['1,000.00(Dr.)', 100_000, 'debit'],
    ['Cr 1,000.00', 100_000, 'credit'],
    ['-1,000.00', 100_000, 'debit'],
    ['+1,000.00', 100_000, 'credit'],
    ['1,000.00-', 100_000, 'debit'],
    ['(1,000.00)', 100_000, 'debit'],
    [1_000.5, 100_050, null],
    [-10, 1_000, 'debit'],
    [0.1 + 0.2, 30, null],
  ])('%j is %j paise, %j', (cell, paise, sign) => {
    expect(parseAmount(cell)).toEqual({ paise, sign });
  });
  it.each([
    '',
    '-',
    'Cr',
    'abc',
    '1.2.3',
    '21/11/2026',
    '=1+1',
    '1e9',
    '9'.repeat(30),
    null,
    true,
    Number.NaN,
    Infinity,
  ])('%j is none', (cell) => {
    expect(parseAmount(cell)).toBeNull();
  });
});

it.each([
  ['CR', 'credit'],
  ['Cr.', 'credit'],
  ['C', 'credit'],
  ['+', 'credit'],
  ['Credit', 'credit'],
  ['(Cr)', 'credit'],
  ['DR', 'debit'],
  ['D', 'debit'],
  ['-', 'debit'],
  ['Debit', 'debit'],
  ['NEFT', null],
  ['', null],
  [null, null],
])('the sign %j is %j', (cell, sign) => {
  expect(parseSign(cell)).toBe(sign);
});
