import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSource, type Source } from '#server/platform/spreadsheets/source.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import * as calls from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';
import { openTestApp, type TestApp, type TestFile } from '#tests/app.ts';
import { adminToken } from '#tests/logins.ts';
import { readCredits } from './read-credits.ts';
import { readTable } from './read-statement.ts';

// No row of a statement is lost silently.

const head = ['Date', 'Narration', 'Cheque No/Reference No', 'Debit', 'Credit', 'Balance'];
const table = (rows: CellValue[][], value?: Parameters<typeof readCredits>[1]) =>
  readCredits(
    [head, ...rows].map((cells, index) => ({ number: index + 1, cells })),
    value,
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

  it('are the rest of a reference where they are digits alone, or reported as left out', () => {
    const { credits, unread } = table([
      ['20/11/2026', 'UPI/KAVITA/AIP-2026-00', '', '', '1,000.00', ''],
      ['', '0123', '', '', '', ''],
      ['20/11/2026', 'UPI/ANIL/FEE', '', '', '1,000.00', ''],
      ['', '4567', '', '', '', ''],
    ]);
    expect(credits.map(({ narration, texts }) => [narration, ...texts])).toEqual([
      ['UPI/KAVITA/AIP-2026-00 0123', 'UPI/KAVITA/AIP-2026-000123'],
      ['UPI/ANIL/FEE'],
    ]);
    expect(unread.map(({ row, text }) => [row, text])).toEqual([[5, '4567']]);
    expect(unread[0]!.reason).toBe('It is a number alone, which may be a part of the line above.');
  });

  it('have the transaction’s number beside a cheque’s', () => {
    expect(table([['20/11/2026', 'UPI KAVITA', '412345678901', '', '10', '']]).credits[0]!.reference).toBe(
      '412345678901',
    );
  });
});

describe('a row in another shape than its table', () => {
  const csv = (text: string, value?: Parameters<typeof readTable>[1]) => tableOf(`${head.join(',')}\n${text}`, value);
  const tableOf = async (text: string, value?: Parameters<typeof readTable>[1]) => {
    const path = join(folder, 'statement.csv');
    await writeFile(path, text);
    const source = await openSource(path, { ...limits.statement, fileBytes: 1_000_000 });
    return (await readTable(source, value, new Map()))!;
  };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'association-unread-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const good = '20/11/2026,A,,,1.00,9.00';

  it.each([
    ['a cell too many', '20/11/2026,A, B,,,1.00,9.00', 'It has more cells than the table has columns.'],
    [
      'a cell too many and nothing at its end',
      '20/11/2026,UPI,A,,1000.00,,',
      'It has more cells than the table has columns.',
    ],
    ['a comma in an amount', '20/11/2026,A,,,1,212.00,9.00', 'It has more cells than the table has columns.'],
    ['too few cells', '20/11/2026,UPI,632,1213.00,8000.00', 'It has fewer cells than the table has columns.'],
    ['both columns', '20/11/2026,A,,2.00,1.00,9.00', 'Both columns of amounts are filled.'],
    ['no column', '20/11/2026,A,,0.00,-,9.00', 'It has no amount.'],
    ['a debit in the column of credits', '20/11/2026,A,,,1.00 Dr,9.00', 'Its sign contradicts its column.'],
    ['a minus in the column of credits', '20/11/2026,A,,,-1.00,9.00', 'Its sign contradicts its column.'],
    ['a credit in the column of debits', '20/11/2026,A,,1.00 Cr,,9.00', 'Its sign contradicts its column.'],
    ['two amounts in a cell', '20/11/2026,A,,,1.00 2.00,9.00', 'Its amount could not be read.'],
    ['no amount as balance', '20/11/2026,A,,,1.00,UPI', 'Its balance could not be read.'],
    ['more than a date', '20/11/2026 UPI,A,,,1.00,9.00', 'Its date could not be read.'],
    ['no text', '20/11/2026,,-,,1.00,9.00', 'It has neither a narration nor a reference.'],
    ['a mark in a cell', '20/11/2026,A "B" C,,,1.00,9.00', 'A quotation mark in it is not paired.'],
  ])('is unread, and no other one: %s', async (_what, row, reason) => {
    const { credits, unread } = await csv([good, row, good].join('\n'));
    expect(credits).toHaveLength(2);
    expect(unread.map((each) => [each.row, each.reason])).toEqual([[3, reason]]);
  });

  it('is none where separators stand at the end of every row, and of the headings', async () => {
    const { credits, unread } = await tableOf([head.join(','), good, good].map((row) => `${row},,`).join('\n'));
    expect([credits.length, unread]).toEqual([2, []]);
  });

  it.each([
    [
      'whose last column is the credit',
      'Date,Narration,Ref,Withdrawal,Deposit',
      '20/11/2026,UPI-VERMA, ANIL AIP-2026-000123,,1000.00,',
    ],
    [
      'whose balance is empty',
      'Date,Narration,Ref,Withdrawal,Deposit,Balance',
      '20/11/2026,UPI-VERMA, ANIL AIP-2026-000123,,1000.00,,',
    ],
    [
      'whose credit would be a debit',
      'Date,Narration,Ref,Withdrawal,Deposit,Balance',
      '26/11/2026,UPI-RAO, K V,633555000111,,1000.00,',
    ],
  ])('is one where every row of the table has a cell too many: %s', async (_what, heads, row) => {
    const { credits, unread, debitNumbers } = await tableOf(`${heads}\n${row}\n${row}`);
    expect([credits, [...debitNumbers], unread.map((each) => each.reason)]).toEqual([
      [],
      [],
      Array(2).fill('It has more cells than the table has columns.'),
    ]);
  });

  it('is none below an opening balance, whose numbers it could be', async () => {
    const { credits, unread } = await csv(
      `19/11/2026,Opening Balance,,,,5.00\n20/11/2026,632466600222,632466600222,,1.00,9.00`,
    );
    expect([credits.length, unread]).toEqual([1, []]);
  });

  it('is one that lacks a cell before a balance, whatever its column is called', async () => {
    const row = '20/11/2026,UPI/B,7000.00,1000.00';
    const { credits, unread } = await tableOf(`Date,Description,Ref No,Credit,Current Balance\n${row}`);
    expect([credits, unread.length]).toEqual([[], 1]);
  });

  it('is none with a line break within quotation marks', async () => {
    const { credits, unread } = await csv(`20/11/2026,"A\nB",,,1.00,9.00\n${good}`);
    expect([credits.map(({ narration }) => narration), unread]).toEqual([['A B', 'A'], []]);
  });

  it('takes its continuation with it, as totals and headings do', async () => {
    const rows = [
      good,
      ',B,,,,',
      '20/11/2026,C,,,x,9.00',
      ',AIP-2026-000123,,,,',
      ',Total,,,2.00,',
      ',AIP-2026-000124,,,,',
    ];
    const { credits, unread, balances } = await csv(rows.join('\n'));
    expect(credits.map(({ narration, texts }) => [narration, texts])).toEqual([['A B', ['AB']]]);
    expect(unread.map(({ row, text }) => [row, text])).toEqual([
      [4, '20/11/2026 | C | x | 9.00'],
      [5, 'AIP-2026-000123'],
      [7, 'AIP-2026-000124'],
    ]);
    expect(balances).toBe('differ');
  });

  it('is a text that stands apart, unless no line follows it', async () => {
    const { unread } = await csv(`${good}\n\n,B,,,,\n${good}\n\n,Thank you,,,,`);
    expect(unread).toEqual([{ sheet: 'Table', row: 4, text: 'B', reason: 'It stands apart from every line.' }]);
  });

  it('is no line in a summary, even with a number that could be a day', () => {
    const { credits, unread, balances } = table([
      ['20/11/2026', 'A', '', '', '1,000.00', ''],
      ['STATEMENT SUMMARY :-'],
      ['Opening Balance', 'Dr Count', 'Cr Count', 'Debits', 'Credits', 'Closing Bal'],
      [44_000, 0, 1, 0, 1_000, 45_000],
    ]);
    expect([credits.length, unread, balances]).toEqual([1, [], 'agree']);
  });

  it('carries nothing forward inside a file', () => {
    const rows = (end: string) => [
      ['', 'BROUGHT FORWARD', '', '', '', '500.00'],
      ['20/11/2026', 'A', '', '', '1,000.00', '1,500.00'],
      ['', 'CARRIED FORWARD', '', '', '', '1,500.00'],
      ['', 'BROUGHT FORWARD', '', '', '', '1,500.00'],
      ['21/11/2026', 'B', '', '400.00', '', '1,100.00'],
      ['', 'CARRIED FORWARD', '', '', '', end],
    ];
    expect(table(rows('1,100.00'))).toMatchObject({ balances: 'agree', unread: [] });
    expect(table(rows('1,200.00'))).toMatchObject({ balances: 'differ', unread: [] });
    expect(table(rows('1,200.00').slice(0, 5))).toMatchObject({ balances: null, unread: [] });
  });
});

describe('the sheets of a workbook', () => {
  it('in another layout double nothing', async () => {
    const [number, line] = ['632500000001', (cells: CellValue[]): CellValue[] => ['20/11/2026', ...cells]];
    const source: Source = {
      sheets: ['Nov', 'All'],
      async *rows(sheet) {
        const sheets: CellValue[][][] = [
          [
            head,
            line([`UPI/CR/${number}/X`, number, null, 2_001, 9]),
            line(['UPI/AIP-2026-000123', '', null, 1_000, 9]),
          ],
          [
            ['Txn Date', 'Narration', 'Deposit'],
            line([`BY UPI ${number} FROM X`, 2_001]),
            line(['UPI/AIP-2026-000123', 1_000]),
          ],
        ];
        for (const [index, cells] of sheets[sheet]!.entries()) yield { number: index + 1, cells };
      },
    };
    const { credits } = (await readTable(source, undefined, new Map()))!;
    expect(credits.map(({ paise }) => paise)).toEqual([200_100, 100_000]);
  });

  it('count as files: what stands in two is one, and one without a table is named', async () => {
    const line = (narration: string): CellValue[] => ['20/11/2026', narration, null, null, 10, null];
    const source: Source = {
      sheets: ['November', 'All', 'Notes', 'Other'],
      async *rows(sheet) {
        const sheets: CellValue[][][] = [
          [head, line('A'), line('A'), line('B')],
          [head, line('A'), line('C'), ['20/11/2026', 'D', null, null, 'ten', null]],
          [['Dear treasurer']],
          [
            ['Kya', 'Kab', 'Kitna'],
            ['X', '20/11/2026', 5],
          ],
        ];
        for (const [index, cells] of sheets[sheet]!.entries()) yield { number: index + 1, cells };
      },
    };
    const read = (await readTable(source, undefined, new Map()))!;
    expect(read.credits.map(({ narration }) => narration)).toEqual(['A', 'A', 'B', 'C']);
    expect(read.unread).toMatchObject([{ sheet: 'All', row: 4 }]);
    expect(read.left).toEqual([
      { sheet: 'Notes', reason: 'It has no table of payments.' },
      { sheet: 'Other', reason: 'Its columns were not recognised.' },
    ]);
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
    const again = await site.ok(calls.getStatement, { params: { id: answer.statement.id } }, asOffice);
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
