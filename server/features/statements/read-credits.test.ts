import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewLine } from '#server/parts/bank-credits/credits.queries.ts';
import type { KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { openSource } from '#server/platform/spreadsheets/source.ts';
import type { CellValue, SheetRow } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { ColumnMapping, MappingInput } from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';
import { fieldsOfMapping } from '#shared/statement-columns.ts';
import { type BankLine, layouts, unheardOf, unheardOfMapping } from '#tests/factories/statements.ts';
import { type Credit, readCredits } from './read-credits.ts';
import { batchesOf, readTable } from './read-statement.ts';

const rowsOf = (cells: CellValue[][]): SheetRow[] => cells.map((row, index) => ({ number: index + 1, cells: row }));
const read = (cells: CellValue[][], value?: ColumnMapping, result: KnownMappings = new Map()) =>
  readCredits(rowsOf(cells), value, result);
const amounts = (cells: CellValue[][], value?: ColumnMapping) =>
  read(cells, value)?.credits.map(({ date, paise }) => `${date} ${paise}`);
const batched = (credits: Partial<Credit>[]) =>
  batchesOf(
    credits.map((credit) => ({
      date: '2026-11-21',
      paise: 100,
      narration: 'CASH DEPOSIT',
      texts: [],
      reference: '',
      account: '',
      balance: null,
      ...credit,
    })),
    new Set(),
  );
/** The lines as they are stored, in the order of the file. */
const keptOf = (credits: Partial<Credit>[]) =>
  batched(credits)
    .flatMap(({ json }) => JSON.parse(json) as NewLine[])
    .sort((one, other) => one.position - other.position);

async function readFileAt(path: string, value?: MappingInput, result: KnownMappings = new Map()) {
  const bounds = { ...limits.statement, fileBytes: 10_000_000 };
  const table = await readTable(await openSource(path, bounds), value, result);
  if (!table) throw new Error('No table was found.');
  return table;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'association-statements-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lines: BankLine[] = [
  { date: '2026-11-03', narration: 'UPI/CR/630745678901/KAVITA RAO/HDFC/k@okaxis/AIP-2026-000123', credit: 1_000 },
  { date: '2026-11-12', narration: 'RENT; HALL, "PUNE"', debit: 45_000, ref: '000123' },
  {
    date: '2026-11-21',
    narration: 'NEFT CR-HDFC0000001-ANIL <B> & CO-N325261234567890',
    credit: 100_000.5,
    ref: 'N325261234567890',
  },
];

describe.each(Object.entries(layouts))('the layout of %s', (name, layout) => {
  it('gives its credits and nothing else', async () => {
    const path = join(folder, name);
    await writeFile(path, (await layout(lines)).bytes);
    const { mapping, credits } = await readFileAt(path);
    expect(mapping).not.toBeNull();
    expect(credits.map(({ date, paise }) => [date, paise])).toEqual([
      ['2026-11-03', 100_000],
      ['2026-11-21', 10_000_050],
    ]);
    expect(credits[1]!.narration).toContain('ANIL <B> & CO');
    expect(keptOf(credits).map(({ utr }) => utr)).toEqual([
      '630745678901',
      expect.stringMatching(/^(N325261234567890)?$/),
    ]);
  });
});

describe('a table that is not recognised', () => {
  it('shows its columns, is read by a mapping, and the next file by the stored one', async () => {
    const path = join(folder, 'unheard');
    await writeFile(path, unheardOf(lines).bytes);
    const fileAt = await readFileAt(path);
    expect(fileAt).toMatchObject({ mapping: null, credits: [] });
    expect(fileAt.columns.map(({ index, name, samples }) => [index, name, samples[0]])).toEqual([
      [0, 'Tarikh', '03-Nov-26'],
      [1, 'Tapshil', lines[0]!.narration],
      [2, 'Nave', ''],
      [3, 'Jama', '1,000.00'],
      [4, 'Shillak', '98,76,543.21'],
    ]);
    expect(fileAt.columns.every(({ samples }) => samples.length === 3)).toBe(true);
    const mapped = await readFileAt(path, unheardOfMapping);
    expect(mapped.credits.map(({ paise }) => paise)).toEqual([100_000, 10_000_050]);
    const byKey = new Map([[mapped.headings, fieldsOfMapping(unheardOfMapping)]]);
    expect((await readFileAt(path, undefined, byKey)).credits).toEqual(mapped.credits);
  });

  it('may have no headings at all', () => {
    const table = [
      ['21/11/2026', 'KAVITA', '', '1,000.00'],
      ['22/11/2026', 'ANIL', '500.00', ''],
    ];
    expect(read(table)).toMatchObject({ mapping: null });
    expect(amounts(table, { date: 0, narration: 1, credit: 3 })).toEqual(['2026-11-21 100000']);
  });

  it('needs a mapping if one column has both debits and credits without telling them apart', () => {
    const head = ['Date', 'Narration', 'Amount'];
    expect(read([head, ['21/11/2026', 'A', '1,000.00'], ['21/11/2026', 'B', '500.00']])?.mapping).toBeNull();
    expect(
      read([
        [...head, 'Type'],
        ['21/11/2026', 'A', '1,000.00', 'NEFT'],
      ])?.mapping,
    ).toBeNull();
  });
});

describe('signs', () => {
  const head = ['Date', 'Narration', 'Amount'];
  it('may be in their own column', () => {
    const table = [
      [...head, 'Cr/Dr'],
      ['21/11/2026', 'A', '1,000.00', 'CR'],
      ['21/11/2026', 'B', '500.00', 'DR'],
    ];
    expect(amounts(table)).toEqual(['2026-11-21 100000']);
    expect(amounts([[...head, '+/-'], ...table.slice(1)], { date: 0, narration: 1, credit: 2, sign: 3 })).toEqual([
      '2026-11-21 100000',
    ]);
  });
  it('may be before, after or around the amount', () => {
    expect(amounts([head, ['21/11/2026', 'A', 1_000], ['21/11/2026', 'B', -500]])).toEqual(['2026-11-21 100000']);
    expect(amounts([head, ['21/11/2026', 'A', '1,000.00 Cr'], ['21/11/2026', 'B', '500.00']])).toEqual([
      '2026-11-21 100000',
    ]);
    expect(amounts([head, ['21/11/2026', 'A', '1,000.00'], ['21/11/2026', 'B', '500.00 Dr']])).toEqual([
      '2026-11-21 100000',
    ]);
  });
});

describe('ignored rows', () => {
  const head = ['Date', 'Particulars', 'Debit', 'Credit', 'Balance'];
  it.each([
    ['lines without a day', ['Total', '', '9', '9', '']],
    ['lines without an amount', ['21/11/2026', 'X', '', '', '9']],
    ['zero', ['21/11/2026', 'X', '5.00', '0.00', '9']],
    ['a reversal', ['21/11/2026', 'X', '', '-5.00', '9']],
    ['words', ['21/11/2026', 'X', '', 'five', '9']],
    ['formulas', ['21/11/2026', 'X', '', '=1+1', '9']],
    ['days before 2000', ['21/11/1999', 'X', '', '5.00', '9']],
  ])('%s', (_name, row) => {
    expect(amounts([head, row, ['21/11/2026', 'A', '', '1.00', '1']])).toEqual(['2026-11-21 100']);
  });
  it('a table with only debits is a table without credits', () => {
    expect(read([head, ['21/11/2026', 'X', '5.00', '', '9']])).toMatchObject({ credits: [], dated: 1 });
    expect(read([head])).toMatchObject({ credits: [], dated: 0 });
  });
});

describe('no table', () => {
  it.each([
    ['prose', [['Dear treasurer'], ['I have paid, thank you']]],
    [
      'a list of names',
      [
        ['Name', 'Court', 'State'],
        ['Kavita', 'Pune', 'Maharashtra'],
      ],
    ],
    ['nothing', []],
  ])('%s', (_name, rows) => {
    expect(read(rows)).toBeNull();
  });
});

it.each([
  [
    ['Sl. No.', 'Date', 'Description', 'Chq / Ref number', 'Amount', 'Dr / Cr', 'Balance', 'Dr / Cr'],
    ['1', '21/11/2026', 'UPI/A', 'UPI-632512345678', '1,000.00', 'CR', '5,000.00', 'CR'],
    ['2', '21/11/2026', 'RENT', '', '400.00', 'DR', '4,600.00', 'CR'],
  ],
  [
    ['#', 'TRANSACTION DATE', 'VALUE DATE', 'TRANSACTION DETAILS', 'CHQ / REF NO.', 'DEBIT/CREDIT(₹)', 'BALANCE(₹)'],
    ['1', '21 Nov 2026', '21 Nov 2026', 'UPI/A', 'UPI-632512345678', '+1,000.00', '5,000.00'],
    ['2', '21 Nov 2026', '21 Nov 2026', 'RENT', '', '-400.00', '4,600.00'],
  ],
  [
    ['Date', 'Narration', 'Chq/Ref No', 'Withdrawal (Dr)/Deposit (Cr)', 'Balance'],
    ['21-11-2026', 'UPI/A', 'UPI-632512345678', '1,000.00(Cr)', '5,000.00(Cr)'],
    ['21-11-2026', 'RENT', '', '400.00(Dr)', '4,600.00(Cr)'],
  ],
  [
    ['Date', 'Details', 'Paid out', 'Paid in', 'Balance'],
    ['21-11-2026', 'UPI/A', '', 'INR1,000.00', '5,000.00'],
    ['21-11-2026', 'RENT', 'INR400.00', '', '4,600.00'],
  ],
  [
    ['दिनांक', 'विवरण', 'संदर्भ संख्या', 'नामे', 'जमा', 'शेष'],
    ['21/11/2026', 'UPI/A', '632512345678', '', '1,000.00', '5,000.00'],
    ['21/11/2026', 'RENT', '', '400.00', '', '4,600.00'],
  ],
])('recognises the headings %j', (...cells: string[][]) => {
  const read = readCredits(
    cells.map((row, index) => ({ number: index + 1, cells: row })),
    undefined,
    new Map(),
  );
  expect(read?.mapping).not.toBeNull();
  expect(read?.credits.map(({ date, narration, paise }) => [date, narration, paise])).toEqual([
    ['2026-11-21', 'UPI/A', 100_000],
  ]);
  expect(read?.unread).toEqual([]);
});

it('takes the transaction’s date, not the value date', () => {
  const table = [
    ['Value Date', 'Transaction Date', 'Description', 'Deposit'],
    ['25/11/2026', '21/11/2026', 'A', '1.00'],
  ];
  expect(amounts(table)).toEqual(['2026-11-21 100']);
});

it('recognises a date by its heading, also with a date format after it', () => {
  const table = [
    ['S.No', 'Transaction Date (dd/mm/yyyy)', 'Value Date (dd/mm/yyyy)', 'Particulars', 'Amount(INR)', 'Debit/Credit'],
    ['1', '21/11/2026', '25/11/2026', 'A', '1,000.00', 'CR'],
    ['2', '21/11/2026', '25/11/2026', 'B', '500.00', 'DR'],
  ];
  expect(amounts(table)).toEqual(['2026-11-21 100000']);
});

it.each([
  ['IMPS632282184254', '', '632282184254'],
  ['BY TRANSFER-INB IMPS632282184254/9876543210/FEE', '', '632282184254'],
  ['NEFT/SBIN526329100163/KAVITA', '', 'SBIN526329100163'],
  ['UPI/KAVITA', '632912345678.0', '632912345678'],
  ['UPI/632282184254/KAVITA/632912345678', '', ''],
])('%s, beside it %s, has the number %s', (narration, reference, utr) => {
  const { credits } = read([
    ['Date', 'Narration', 'Ref No', 'Credit'],
    ['21/11/2026', narration, reference, '1.00'],
  ])!;
  expect(keptOf(credits).map((each) => each.utr)).toEqual([utr]);
});

it.each([
  ['Account Number', ':  _00000031234567890', '31234567890'],
  ['Account No :', '912345678901234 ( INR )', '912345678901234'],
  ['Statement of Account No - 912345678901234 for the period (From : 01-11-2026)', null, '912345678901234'],
  ['A/C No. XXXXXXXX1234', null, '1234'],
  ['Account Number', 501045319364, '501045319364'],
  ['खाता संख्या', '३१२३४५६७८९०', '31234567890'],
  ['Account Name', 'A/C of prosecutors', ''],
])('reads the account that stands above a table: %s %s', (label, number, account) => {
  const { credits } = read([
    [label, number],
    ['Date', 'Narration', 'Credit', 'Balance'],
    ['21/11/2026', 'A', '1.00', '5.00 Dr'],
  ])!;
  expect(credits).toMatchObject([{ account, balance: -500 }]);
});

it('keeps equal lines together, so that they are counted', () => {
  const others = Array.from({ length: 10_000 }, (_, index) => ({ paise: 200 + index }));
  const credits = [{}, ...others, { narration: 'Cash - deposit' }];
  const [first, ...more] = batched(credits);
  expect(first!.identities.filter(({ hash }) => hash === first!.identities[0]!.hash)).toHaveLength(2);
  expect(more.length).toBeGreaterThan(2);
  expect(keptOf(credits).map(({ position }) => position)).toEqual(credits.map((_, index) => index));
});
