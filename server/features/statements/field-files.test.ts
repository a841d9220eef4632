import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSource } from '#server/platform/spreadsheets/source.ts';
import { limits } from '#shared/limits.ts';
import { readTable } from './read-statement.ts';

// Statements that were read wrongly once, and what is right. `credits`: day, rupees, narration and the row's other texts.

interface Right {
  credits?: [day: string, rupees: number, ...texts: string[]][];
  /** The number of a row, and why it is not read. */
  unread?: [row: number, reason: string][];
  balances?: 'agree' | 'differ';
}

const cellTooMany = 'It has more cells than the table has columns.';
const brokenMark = 'A quotation mark in it is not paired.';
const contrary = 'Its sign contradicts its column.';
const noAmount = 'Its amount could not be read.';

const right: Record<string, Right> = {
  '01-unquoted-comma-debit-becomes-sure-credit.csv': {
    credits: [['2026-11-20', 1_104, 'UPI-X-x@ybl-632466600022', '632466600022']],
    unread: [[2, cellTooMany]],
  },
  '01b-unquoted-comma-credit-lost.csv': {
    credits: [['2026-11-20', 1_104, 'UPI-X-x@ybl-632455500024', '632455500024']],
    unread: [[2, cellTooMany]],
  },
  '01c-blank-before-quote-credit-lost.csv': {
    credits: [['2026-11-20', 1_209, 'UPI/B', '632488800011']],
    unread: [[2, brokenMark]],
  },
  '01e-tab-in-narration.tsv': {
    credits: [['2026-11-20', 1_202, 'UPI/B', '632488800002']],
    unread: [[2, cellTooMany]],
  },
  '01f-two-unpaired-quotes.csv': {
    credits: [
      ['2026-11-20', 1_952, 'UPI/B', '632466700002'],
      ['2026-11-20', 1_953, 'UPI/C', '632466700003'],
      ['2026-11-20', 1_955, 'UPI/E', '632466700005'],
    ],
    unread: [
      [2, brokenMark],
      [5, brokenMark],
    ],
  },
  '02-negative-amount-with-credit-sign.csv': { unread: [[2, contrary]] },
  '02b-bracketed-amount-with-CR.csv': { unread: [[2, contrary]] },
  '03-decimal-comma-times-100.csv': {
    unread: [
      [2, noAmount],
      [3, noAmount],
    ],
  },
  '04-html-xls-with-nbsp.xls': {
    credits: [
      ['2026-11-20', 1_000, 'UPI/CR/632411100001/MEERA NAIR/AIP-2026-000062', '632411100001'],
      ['2026-11-20', 1_501, 'UPI/CR/632411100003/A&B', '632411100003'],
      ['2026-11-20', 1_502, 'UPI/CR/632411100004/C', '632411100004'],
      ['2026-11-20', 1_503, 'UPI/CR/632411100005/D’SOUZA – FEES', '632411100005'],
      ['2026-11-20', 1_504, 'UPI/CR/632411100006/E', '632411100006'],
      ['2026-11-20', 1_505, 'UPI/CR/632411100007/F', '632411100007'],
      ['2026-11-20', 1_506, 'UPI/CR/632411100008/G second line third', '632411100008'],
      ['2026-11-20', 1_507, 'UPI/CR/632411100009/AIP-2026-0000', '632411100009'],
    ],
  },
  '04b-html-xls-in-layout-table.xls': {
    credits: [
      ['2026-11-20', 1_602, 'UPI/A', '632422200003'],
      ['2026-11-20', 1_603, 'UPI/B', '632422200004'],
    ],
  },
  '04c-html-xls-with-br.xls': {
    credits: [
      ['2026-11-20', 1_000, 'UPI/CR/RADHA/AIP-2026-000063 9876543210', '632422200001'],
      ['2026-11-20', 1_601, 'UPI/RADHA PILLAI', '632422200002'],
    ],
  },
  '05-a-sheet-a-month.xlsx': {
    credits: [
      ['2026-10-20', 1_401, 'UPI/A', '632400000001'],
      ['2026-11-20', 1_402, 'UPI/B', '632400000002'],
      ['2026-11-21', 1_403, 'UPI/C', '632400000003'],
    ],
  },
  '06-reference-in-a-second-text-column.csv': {
    credits: [['2026-11-20', 1_000, 'UPI CREDIT 632411200001', '{REF} GOVIND', '632411200001']],
  },
  '14-backslash.xlsx': { credits: [['2026-11-20', 2_011, 'UPI/CR/632477700011/P', '632477700011']] },
  '14-relprefix.xlsx': {
    credits: [['2026-11-20', 1_004, 'UPI/CR/632410000548/PERSON4/SBIN/p4@oksbi/fees', '632410000548']],
  },
  '14-renamedBook.xlsx': { credits: [['2026-11-20', 2_014, 'UPI/CR/632477700014/P', '632477700014']] },
  '14-upper.xlsx': { credits: [['2026-11-20', 2_015, 'UPI/CR/632477700015/P', '632477700015']] },
  '21-two-accounts-one-like-deposit-each.xlsx': {
    credits: [
      ['2026-11-25', 1_000, 'CASH DEPOSIT SELF'],
      ['2026-11-25', 1_000, 'CASH DEPOSIT SELF'],
    ],
  },
  '18-debit-column-with-a-minus.csv': {
    credits: [['2026-11-20', 1_120, 'UPI/CR/632455500081/A', '632455500081']],
    balances: 'agree',
  },
};

const folder = join(import.meta.dirname, '../../../tests/field');

describe('a statement that was read wrongly once', () => {
  it.each(Object.entries(right))('%s', async (name, { credits = [], unread = [], balances = null }) => {
    const source = await openSource(join(folder, name), { ...limits.statement, fileBytes: 100_000 });
    const table = (await readTable(source, undefined, new Map()))!;
    expect(table.credits.map(({ date, paise, narration, texts }) => [date, paise / 100, narration, ...texts])).toEqual(
      credits,
    );
    expect(table.unread.map(({ row, reason }) => [row, reason])).toEqual(unread);
    expect([table.left, table.balances]).toEqual([[], balances]);
  });

  it('has a row in this table', async () => {
    const files = (await readdir(folder)).filter((name) => /^(0[1-6]|14|18|21)/.test(name));
    expect(files.sort()).toEqual(Object.keys(right).sort());
  });
});
