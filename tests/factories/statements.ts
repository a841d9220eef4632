import { writeXlsx } from 'hucre/xlsx';
import type { TestFile } from '#tests/app.ts';

// Statements in the formats of Indian banks, made from the same lines.

export interface BankLine {
  /** YYYY-MM-DD. */
  date: string;
  narration: string;
  /** Rupees; one of the two. */
  credit?: number;
  debit?: number;
  /** For the reference column of some banks. */
  ref?: string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const parts = (day: string) => day.split('-') as [string, string, string];
const slashed = (day: string) => parts(day).reverse().join('/');
const dashed = (day: string) => parts(day).reverse().join('-');
const dotted = (day: string) => parts(day).reverse().join('.');
const short = (day: string) => slashed(day).replace(/\/20(\d\d)$/, '/$1');
const named = (day: string, separator: string, digits: 2 | 4) => {
  const [year, month, date] = parts(day);
  return [date, months[Number(month) - 1], year.slice(4 - digits)].join(separator);
};

/** Indian grouping: 1,00,000.00. */
function grouped(amount: number | undefined): string {
  if (amount === undefined) return '';
  const [whole = '', paise = ''] = amount.toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d\d)*\d{3}$)/g, ',')}.${paise}`;
}

const csv = (rows: (string | number)[][], separator = ',') =>
  rows
    .map((row) =>
      row
        .map((cell) => (/[",;\n\t]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell))
        .join(separator),
    )
    .join('\r\n');

const file = (name: string, content: string | Uint8Array): TestFile => ({
  name,
  type: 'application/octet-stream',
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});

/** The account's balance, which must not be stored or shown. */
const balance = '98,76,543.21';

/** Tab-separated text with a workbook's file name. */
export const sbi = (lines: readonly BankLine[]) =>
  file(
    'sbi.xls',
    csv(
      [
        ['Account Name', ':  PROSECUTORS ASSOCIATION'],
        ['Account Number', ':  _00000031234567890'],
        ['Start Date', ':  1 Nov 2026'],
        [],
        ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', '        Debit', 'Credit', 'Balance'],
        ...lines.map(({ date, narration, ref = '', credit, debit }) => [
          named(date, ' ', 4),
          named(date, ' ', 4),
          `BY TRANSFER-${narration}--`,
          ref,
          grouped(debit),
          grouped(credit),
          balance,
        ]),
        ['**This is a computer generated statement and does not require a signature.'],
      ],
      '\t',
    ),
  );

/** Headings under asterisks, zero-padded reference numbers, and a summary below. */
export const hdfc = (lines: readonly BankLine[]) =>
  file(
    'hdfc.csv',
    csv([
      ['HDFC BANK Ltd.', '', '', '', 'Page No .: 1'],
      ['MR PROSECUTORS ASSOCIATION'],
      ['Statement From : 01/11/2026 To : 30/11/2026'],
      ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
      ['********', '**********', '********', '********', '********', '********', '********'],
      ...lines.map(({ date, narration, ref = '', credit, debit }) => [
        short(date),
        narration,
        ref.padStart(16, '0'),
        short(date),
        grouped(debit),
        grouped(credit),
        balance,
      ]),
      ['********', '**********', '********', '********', '********', '********', '********'],
      ['STATEMENT SUMMARY :-'],
      ['Opening Balance', 'Debits', 'Credits', 'Closing Bal'],
      ['1,00,000.00', '5,00,000.00', '6,00,000.00', balance],
      ['Generated On: 30-Nov-2026 10:11:12'],
    ]),
  );

/** A workbook with a column of numbers, dates as text, amounts as numbers. */
export const icici = async (lines: readonly BankLine[]) => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'OpTransactionHistory',
        rows: [
          [null, 'DETAILED STATEMENT'],
          [null, 'Account Number', null, '000123456789 ( INR )'],
          [
            null,
            'S No.',
            'Value Date',
            'Transaction Date',
            'Cheque Number',
            'Transaction Remarks',
            'Withdrawal Amount(INR)',
            'Deposit Amount(INR)',
            'Balance(INR)',
          ],
          ...lines.map(({ date, narration, ref = '-', credit, debit }, index) => [
            null,
            index + 1,
            slashed(date),
            slashed(date),
            ref,
            narration,
            debit ?? 0,
            credit ?? 0,
            9_876_543.21,
          ]),
          [null, 'Legends Used in Account Statement'],
          [null, '1. VAT/MAT/NFS - Cash withdrawal at other banks'],
        ],
      },
    ],
  });
  return file('icici.xlsx', bytes);
};

/** Short headings, in windows-1252 without the rupee sign. */
export const axis = (lines: readonly BankLine[]) => {
  const text = csv([
    ['Name :- PROSECUTORS ASSOCIATION – PUNE'],
    ['Statement of Account No - 912345678901234 for the period (From : 01-11-2026 To : 30-11-2026)'],
    [],
    ['Tran Date', 'CHQNO', 'PARTICULARS', 'DR', 'CR', 'BAL', 'SOL'],
    ...lines.map(({ date, narration, ref = '-', credit, debit }) => [
      dashed(date),
      ref,
      narration,
      credit === undefined ? grouped(debit) : ' ',
      credit === undefined ? ' ' : grouped(credit),
      balance,
      '1234',
    ]),
    ['Unless the constituent notifies the bank immediately of any discrepancy …'],
  ]);
  // Windows-1252, unless a payer has written what it does not have.
  const isPlain = /^[\0-\xff–…]*$/.test(text);
  return file('axis.csv', isPlain ? Buffer.from(text.replace('–', '\x96'), 'latin1') : text);
};

/** An HTML page with a workbook's file name; one column of amounts, and one with Cr or Dr. */
export const pnb = (lines: readonly BankLine[]) => {
  const row = (cells: string[], tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return file(
    'pnb.xls',
    `<html><head><style>td{mso-number-format:"\\@"}</style></head><body><table>
    ${row(['Account Statement', '', '', '', '', ''])}
    ${row(['Txn Date', 'Cheque No.', 'Description', 'Amount (INR)', 'Dr/Cr', 'Balance'], 'th')}
    ${lines
      .map(({ date, narration, ref = '', credit, debit }) =>
        row([
          named(date, '-', 4),
          ref,
          escaped(narration),
          grouped(credit ?? debit),
          credit === undefined ? 'DR' : 'CR',
          `${balance} Cr.`,
        ]),
      )
      .join('\n')}
    ${row(['Page 1 of 1', '', '', '', '', ''])}</table></body></html>`,
  );
};

/** UTF-16 with tabs; headings with Cr and Dr in brackets. */
export const baroda = (lines: readonly BankLine[]) => {
  const text = csv(
    [
      ['Account Statement from 01-11-2026 to 30-11-2026'],
      ['DATE', 'NARRATION', 'CHQ.NO.', 'WITHDRAWAL(DR)', 'DEPOSIT(CR)', 'BALANCE(INR)'],
      ...lines.map(({ date, narration, ref = '', credit, debit }) => [
        dashed(date),
        narration,
        ref,
        grouped(debit),
        grouped(credit),
        `${balance} Cr`,
      ]),
      ['Total', '', '', '5,00,000.00', '6,00,000.00', ''],
    ],
    '\t',
  );
  return file('bob.xls', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]));
};

/** Semicolons, dates with dots, and signed amounts. */
export const canara = (lines: readonly BankLine[]) =>
  file(
    'canara.csv',
    csv(
      [
        ['CANARA BANK'],
        ['Current & Saving Account Statement'],
        ['Txn Date', 'Value Date', 'Cheque No.', 'Description', 'Branch Code', 'Amount', 'Balance'],
        ...lines.map(({ date, narration, ref = '', credit, debit }) => [
          dotted(date),
          dotted(date),
          ref,
          narration,
          '1234',
          credit === undefined ? `${grouped(debit)} (Dr)` : `${grouped(credit)} (Cr)`,
          `${balance} (Cr)`,
        ]),
        ['Closing Balance', balance],
      ],
      ';',
    ),
  );

/** Unknown headings, and dates like `21-Nov-26`. */
export const unheardOf = (lines: readonly BankLine[]) =>
  file(
    'cooperative.csv',
    csv([
      ['Shri Ganesh Sahakari Bank'],
      ['Tarikh', 'Tapshil', 'Nave', 'Jama', 'Shillak'],
      ...lines.map(({ date, narration, credit, debit }) => [
        named(date, '-', 2),
        narration,
        grouped(debit),
        grouped(credit),
        balance,
      ]),
    ]),
  );
/** The mapping that the office gives for it. */
export const unheardOfMapping = { date: 0, narration: 1, debit: 2, credit: 3 };

/** The layouts whose columns are recognised. */
export const layouts = { sbi, hdfc, icici, axis, pnb, baroda, canara } as const;

type Cells = (line: BankLine, index: number) => string[];
/** A text file with these rows above its heads. */
const textFile =
  (name: string, above: string[][], heads: string[], cells: Cells, separator = ',') =>
  (lines: readonly BankLine[]) =>
    file(`${name}.csv`, csv([...above, heads, ...lines.map(cells)], separator));

const holder = [['Account Name', 'PROSECUTORS ASSOCIATION'], ['Account Number', '00000031234567890'], []];
const two = ({ debit, credit }: BankLine): [string, string] => [grouped(debit), grouped(credit)];
const amountOf = ({ debit, credit }: BankLine) => grouped(credit ?? debit);
const isDebit = ({ credit }: BankLine) => credit === undefined;

/** The layouts of all banks whose lines stand in `tests/field/20-claims-on-others-money.json`, by their names there, and of others that were lost once. */
export const bankLayouts: Record<string, (lines: readonly BankLine[]) => TestFile | Promise<TestFile>> = {
  sbi,
  hdfc,
  icici,
  axis,
  pnb,
  bob: baroda,
  canara,
  sbiNew: textFile('sbi-new', holder, ['Date', 'Details', 'Ref No/Cheque No', 'Debit', 'Credit', 'Balance'], (line) => [
    slashed(line.date),
    line.narration,
    line.ref ?? '',
    ...two(line),
    balance,
  ]),
  hdfcCsv: textFile(
    'hdfc-csv',
    [],
    ['  Date     ', 'Narration', 'Value Dat', 'Debit Amount', 'Credit Amount', 'Chq/Ref Number', 'Closing Balance'],
    (line) => [
      ` ${short(line.date)} `,
      line.narration,
      short(line.date),
      (line.debit ?? 0).toFixed(2),
      (line.credit ?? 0).toFixed(2),
      line.ref ?? '',
      '9876543.21',
    ],
  ),
  iciciCorp: textFile(
    'icici-corporate',
    holder,
    [
      'No.',
      'Transaction ID',
      'Value Date',
      'Txn Posted Date',
      'ChequeNo.',
      'Description',
      'Cr/Dr',
      'Transaction Amount(INR)',
      'Available Balance(INR)',
    ],
    (line, index) => [
      String(index + 1),
      line.ref ?? `S${10_000_000 + index}`,
      slashed(line.date),
      `${slashed(line.date)} 10:11:12 AM`,
      '-',
      line.narration,
      isDebit(line) ? 'DR' : 'CR',
      amountOf(line),
      balance,
    ],
  ),
  kotak: textFile(
    'kotak',
    holder,
    ['Sl. No.', 'Date', 'Description', 'Chq / Ref number', 'Amount', 'Dr / Cr', 'Balance', 'Dr / Cr'],
    (line, index) => [
      String(index + 1),
      dashed(line.date),
      line.narration,
      line.ref ?? '',
      amountOf(line),
      isDebit(line) ? 'DR' : 'CR',
      balance,
      'CR',
    ],
  ),
  pnbOne: textFile(
    'pnb-one',
    holder,
    ['Txn No.', 'Txn Date', 'Description', 'Branch Name', 'Cheque No.', 'Dr Amount', 'Cr Amount', 'Balance'],
    (line, index) => [
      `S${20_000_000 + index}`,
      slashed(line.date),
      line.narration,
      'PUNE CAMP',
      line.ref ?? '',
      ...two(line),
      `${balance} Cr.`,
    ],
  ),
  union: textFile(
    'union',
    holder,
    ['S.No', 'Date', 'Transaction Id', 'Remarks', 'Amount(Rs.)', 'Balance(Rs.)'],
    (line, index) => [
      String(index + 1),
      slashed(line.date),
      line.ref ?? `S${30_000_000 + index}`,
      line.narration,
      `${amountOf(line)} (${isDebit(line) ? 'Dr' : 'Cr'})`,
      `${balance} (Cr)`,
    ],
  ),
  boi: textFile(
    'boi',
    holder,
    ['Sl No', 'Txn Date', 'Description', 'Cheque No', 'Withdrawal (in Rs.)', 'Deposits (in Rs.)', 'Balance (in Rs.)'],
    (line, index) => [String(index + 1), dashed(line.date), line.narration, line.ref ?? '', ...two(line), balance],
  ),
  idbi: textFile(
    'idbi',
    holder,
    ['Srl', 'Txn Date', 'Value Date', 'Description', 'Cheque No', 'CR/DR', 'CCY', 'Amount (INR)', 'Balance (INR)'],
    (line, index) => [
      String(index + 1),
      `${slashed(line.date)} 10:11:12 AM`,
      slashed(line.date),
      line.narration,
      line.ref ?? '',
      isDebit(line) ? 'Dr.' : 'Cr.',
      'INR',
      amountOf(line),
      balance,
    ],
  ),
  indus: textFile(
    'indusind',
    holder,
    [
      'Bank Reference',
      'Value Date',
      'Transaction Date & Time',
      'Type',
      'Payment Narration',
      'Debit',
      'Credit',
      'Available Balance',
    ],
    (line, index) => [
      line.ref ?? `S${40_000_000 + index}`,
      named(line.date, '-', 4),
      `${named(line.date, '-', 4)} 10:11:12`,
      'Transfer',
      line.narration,
      ...two(line),
      balance,
    ],
  ),
  yes: textFile(
    'yes',
    holder,
    [
      'Transaction Date',
      'Value Date',
      'Cheque No/Reference No',
      'Description',
      'Withdrawals',
      'Deposits',
      'Running Balance',
    ],
    (line) => [slashed(line.date), slashed(line.date), line.ref ?? '', line.narration, ...two(line), balance],
  ),
  federal: textFile(
    'federal',
    holder,
    [
      'Date',
      'Value Date',
      'Particulars',
      'Tran Type',
      'Tran ID',
      'Cheque Details',
      'Withdrawals',
      'Deposits',
      'Balance',
      'DR/CR',
    ],
    (line, index) => [
      named(line.date, '-', 4),
      named(line.date, '-', 4),
      line.narration,
      'TFR',
      line.ref ?? `S${50_000_000 + index}`,
      '',
      ...two(line),
      balance,
      'CR',
    ],
  ),
  au: textFile(
    'au',
    holder,
    [
      'Transaction Date',
      'Value Date',
      'Description/Narration',
      'Cheque/Reference No.',
      'Debit (₹)',
      'Credit (₹)',
      'Balance (₹)',
    ],
    (line) => [
      named(line.date, ' ', 4),
      named(line.date, ' ', 4),
      line.narration,
      line.ref ?? '-',
      grouped(line.debit) || '-',
      grouped(line.credit) || '-',
      balance,
    ],
  ),
  post: textFile(
    'post-payments',
    holder,
    ['Date', 'Transaction Particulars/Cheque Details', 'Withdrawals', 'Deposits', 'Balance'],
    (line) => [dashed(line.date), line.narration, ...two(line), balance],
  ),
  signed: textFile('signed', [], ['Date', 'Narration', 'Amount'], (line) => [
    slashed(line.date),
    line.narration,
    isDebit(line) ? `-${grouped(line.debit)}` : grouped(line.credit),
  ]),
  /** The value date stands behind the other one in its cell, in a line of its own. */
  iob: textFile(
    'indian-overseas',
    holder,
    [
      'Date (Value Date)',
      'Particulars',
      'Ref No./Cheque No',
      'Transaction Type',
      'Debit (Rs)',
      'Credit (Rs)',
      'Balance (Rs)',
    ],
    (line, index) => [
      `${named(line.date, '-', 2)}\n(${named(line.date, '-', 2)})`,
      line.narration,
      line.ref ?? `S${60_000_000 + index}`,
      'Transfer',
      grouped(line.debit) || '-',
      grouped(line.credit) || '-',
      balance,
    ],
  ),
};
