import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import * as calls from '#shared/contracts/statements.ts';
import { openTestApp, type TestApp, type TestFile } from '#tests/app.ts';
import { adminToken } from '#tests/logins.ts';
import { readCredits } from './read-credits.ts';

// No row of a statement is lost silently.

const head = ['Date', 'Narration', 'Cheque No/Reference No', 'Debit', 'Credit', 'Balance'];
const table = (rows: CellValue[][], given?: Parameters<typeof readCredits>[1]) =>
  readCredits(
    [head, ...rows].map((cells, index) => ({ number: index + 1, cells })),
    given,
    new Map(),
  )!;

describe('the rows of a table', () => {
  it('are a line, a heading, a total, the rest of a narration, or reported as unread', () => {
    const { credits, unread, balances } = table([
      ['20/11/2026', 'OPENING BALANCE', '', '', '', '500.00'],
      ['20/11/2026', 'UPI/CR/4123', '', '', '1,000.00', ''],
      ['', '45678901/KAVITA RAO', '', '', '', ''],
      head,
      ['21/11/2026', 'RENT', '', '400.00', '', ''],
      ['', 'OF THE HALL', '', '', '', ''],
      ['2x/11/2026', 'NEFT FROM SOMEBODY', '', '', '750.00', ''],
      ['', 'CASH', '', '', '50.00', ''],
      ['21/11/2026', 'CASH', '', '', 'one thousand', ''],
      ['*****', '*****', '', '', '*****', ''],
      ['', 'Total', '', '400.00', '1,000.00', ''],
      ['This is computer generated.'],
    ]);
    expect(credits.map(({ narration, paise }) => [narration, paise])).toEqual([
      ['UPI/CR/4123 45678901/KAVITA RAO', 100_000],
    ]);
    expect(unread).toEqual([
      { row: 8, text: '2x/11/2026 | NEFT FROM SOMEBODY | 750.00', reason: 'Its date could not be read.' },
      { row: 9, text: 'CASH | 50.00', reason: 'It has no date.' },
      { row: 10, text: '21/11/2026 | CASH | one thousand', reason: 'Its amount could not be read.' },
    ]);
    expect(balances).toBe('agree');
  });

  it('are unread where only a note says balance or total, or where the date cannot be read', () => {
    const { credits, unread } = table([
      ['2x/11/2026', 'UPI/632545678901/BALANCE FEE', '', '', '1,000.00', ''],
      ['32/11/2026', 'TOTAL FEE OF KAVITA', '', '', '1,000.00', ''],
      ['20/11/2026', 'UPI/632445678901/BALANCE FEE', '', '', '1,000.00', ''],
    ]);
    expect(credits).toHaveLength(1);
    expect(unread.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'Its date could not be read.'],
      [3, 'Its date could not be read.'],
    ]);
  });

  it.each(['BROUGHT FORWARD', 'Opening Balance', 'B/F', 'Balance c/f', 'CARRIED FORWARD.'])(
    'are no line where they carry a balance over: %s',
    (narration) => {
      const { credits, unread } = table([['20/11/2026', narration, '', '', '5,000.00', '']]);
      expect([credits, unread]).toEqual([[], []]);
    },
  );

  it('of a second table are read by its own headings, or unread where these are not known', () => {
    const { credits, unread } = table([
      ['20/11/2026', 'ONE', '', '', '1,000.00', ''],
      ['Particulars', 'Deposits', 'Withdrawals', 'Transaction Date'],
      ['TWO', '500.00', '', '21/11/2026'],
      ['RENT', '', '400.00', '21/11/2026'],
      head,
      ['22/11/2026', 'THREE', '', '', '250.00', ''],
      ['Kya', 'Kab', 'Kitna'],
      ['FOUR', '22/11/2026', '750.00'],
    ]);
    expect(credits.map(({ date, narration, paise }) => [date, narration, paise / 100])).toEqual([
      ['2026-11-20', 'ONE', 1_000],
      ['2026-11-21', 'TWO', 500],
      ['2026-11-22', 'THREE', 250],
    ]);
    expect(unread).toEqual([
      { row: 9, text: 'FOUR | 22/11/2026 | 750.00', reason: 'It has other columns than the table.' },
    ]);
  });

  it('have the transaction’s number beside a cheque’s', () => {
    expect(table([['20/11/2026', 'UPI KAVITA', '412345678901', '', '10', '']]).credits[0]!.reference).toBe(
      '412345678901',
    );
  });
});

describe('the totals of a file', () => {
  const lines = [
    ['20/11/2026', 'A', '', '', '1,000.00', ''],
    ['21/11/2026', 'B', '', '400.00', '', ''],
  ];
  it.each([
    ['nothing', [], null],
    ['a total', [['', 'Total', '', '400.00', '1,000.00']], 'agree'],
    ['another total', [['Grand Total', '', '', '400.00', '2,000.00']], 'differ'],
    [
      'balances',
      [
        ['Opening Balance', '500.00'],
        ['Closing Balance', '1,100.00'],
      ],
      'agree',
    ],
    ['one balance alone', [['Opening Balance', '500.00']], null],
    ['balances in one cell', [['Opening Balance: Rs. 500.00'], ['Closing Balance: 1,200.00']], 'differ'],
    [
      'balances below',
      [
        ['Opening Balance', 'Debits', 'Credits', 'Closing Bal'],
        ['500.00', '400.00', '1,000.00', '1,100.00'],
      ],
      'agree',
    ],
    [
      'credits below',
      [
        ['Opening Balance', 'Debits', 'Credits', 'Closing Bal'],
        ['500.00', '400.00', '900.00', '1,100.00'],
      ],
      'differ',
    ],
  ] as const)('is %s', (_what, rows, balances) => {
    expect(table([...lines, ...rows.map((row) => [...row])])).toMatchObject({ balances, unread: [] });
  });
});

describe('numeric dates', () => {
  let site: TestApp;
  let asOffice: { token: string };
  beforeAll(async () => {
    site = await openTestApp({ TEST_CLOCK: '2026-11-23T10:00:00+05:30' });
    asOffice = { token: await adminToken(site) };
  });
  afterAll(() => site.close());

  const file = (rows: string[][]): TestFile => ({
    name: 'statement.csv',
    type: 'text/csv',
    bytes: Buffer.from([head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')),
  });
  const input = (rows: string[][], mapping?: object) => ({
    body: mapping ? { mapping: JSON.stringify(mapping) } : {},
    files: { file: file(rows) },
  });
  const upload = (rows: string[][], mapping?: object) => site.ok(calls.uploadStatement, input(rows, mapping), asOffice);
  const credit = (date: string, narration: string) => [date, narration, '', '', '1,000.00', ''];
  const days = ({ unknown }: calls.StatementAnswer) => unknown.map(({ date }) => date).sort();

  it('need a choice where one can only be month first, and are then read by it', async () => {
    const rows = [credit('11/20/2026', 'CASH ONE'), credit('11/9/2026', 'CASH TWO')];
    const refused = await site.call(calls.uploadStatement, input(rows), asOffice);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'DATES_UNCLEAR' }]);
    const answer = await upload(rows, { dates: 'monthFirst' });
    expect(days(answer)).toEqual(['2026-11-09', '2026-11-20']);
    expect(answer.statement.mapping).toMatchObject({ date: 0, dates: 'monthFirst' });
    // For this file alone: the next one with the same headings is read as usual.
    expect(days(await upload([credit('11/8/2026', 'CASH THREE')]))).toEqual(['2026-08-11']);
    expect(days(await upload([credit('21/11/2026', 'CASH FOUR')]))).toEqual(['2026-11-21']);
    const whole = { date: 0, narration: 1, credit: 4, dates: 'monthFirst' };
    expect(days(await upload([credit('11/20/2026', 'CASH FIVE')], whole))).toEqual(['2026-11-20']);
    expect(days(await upload([credit('9/11/2026', 'CASH SIX')]))).toEqual(['2026-11-09']);
  });

  it('are unread where they are invalid in the chosen order', async () => {
    const rows = [credit('11/20/2026', 'CASH FIVE'), credit('20/11/2026', 'CASH SIX')];
    expect((await site.call(calls.uploadStatement, input(rows), asOffice)).status).toBe(409);
    const answer = await upload(rows, { dates: 'dayFirst' });
    expect(days(answer)).toEqual(['2026-11-20']);
    expect(answer.unread).toMatchObject([{ row: 2, reason: 'Its date could not be read.' }]);
    expect(answer.credits).toEqual({ count: 1, amount: 1_000 });
    const again = await site.ok(calls.getStatement, { params: { id: answer.statement._id } }, asOffice);
    expect(again).toMatchObject({ credits: { count: 1, amount: 1_000 }, balances: null });
    expect(again).not.toHaveProperty('unread');
  });

  it('in an unknown order are refused', async () => {
    for (const mapping of [
      { dates: 'yearFirst' },
      { dates: 'dayFirst', credit: 4 },
      { date: 0, narration: 1, credit: 40 },
    ])
      expect((await site.call(calls.uploadStatement, input([credit('1/1/2026', 'X')], mapping), asOffice)).status).toBe(
        400,
      );
  });
});
