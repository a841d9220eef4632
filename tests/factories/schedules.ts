import { writeXlsx } from 'hucre/xlsx';
import type { TestFile } from '#tests/app.ts';
import { csvOf } from './lists.ts';

// Lists of deductions as treasuries, drawing officers and clerks make them. Each is of the same four people.

type Cell = string | number | null;

/** The people of the lists: number as the office has it, name as the member wrote it. */
export const listed = [
  { employeeNumber: '700412', name: 'Ramesh Chander' },
  { employeeNumber: '700449', name: 'Sunita Rao' },
  { employeeNumber: '0088123', name: 'Abdul Rahman Khan' },
  { employeeNumber: 'GA/PP/1177', name: 'Kavita Deshmukh' },
] as const;

/** What is read of a file. */
export interface Expected {
  /** The numbers of the rows that agree. */
  agrees: readonly string[];
  /** Reasons of the others, in order. */
  toLook?: readonly string[];
  sum: number;
  total?: number;
  /** How many rows are said to be unread. */
  unread?: number;
}

const numbers = listed.map(({ employeeNumber }) => employeeNumber);
const all: Expected = { agrees: numbers, sum: 4_000 };
const csv = (rows: readonly (readonly string[])[], separator = ','): TestFile => ({
  name: 'list.csv',
  type: 'text/csv',
  bytes: Buffer.from(csvOf(rows, separator)),
});
const workbook = async (sheets: Record<string, readonly (readonly Cell[])[]>): Promise<TestFile> => ({
  name: 'list.xlsx',
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  bytes: Buffer.from(
    await writeXlsx({
      sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })),
    }),
  ),
});
const html = (rows: readonly (readonly string[])[]): TestFile => ({
  name: 'list.xls',
  type: 'application/vnd.ms-excel',
  bytes: Buffer.from(
    `<html><body><table>${rows
      .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
      .join('')}</table></body></html>`,
  ),
});

const upper = (name: string) => name.toUpperCase();
const withTitles = ['SHRI RAMESH CHANDER', 'SMT. SUNITA RAO', 'SH. ABDUL RAHMAN KHAN', 'KUM. KAVITA DESHMUKH'];
const inHindi = ['श्री रमेश चन्द्र', 'श्रीमती सुनीता राव', 'अब्दुल रहमान खान', 'कविता देशमुख'];
const plain = listed.map(({ employeeNumber, name }) => [employeeNumber, name, '1000']);

/** Twenty files after real practice: what each is, how it is made, and what is read of it. */
export const scheduleFiles: [what: string, make: () => TestFile | Promise<TestFile>, expected: Expected][] = [
  ['a plain list', () => csv([['Employee No', 'Name', 'Amount'], ...plain]), all],
  [
    'a treasury’s recovery schedule with numbered columns and a grand total',
    () =>
      csv([
        ['GOVERNMENT OF KERALA'],
        ['SCHEDULE OF RECOVERY', '', '', '', 'July 2026'],
        ['Sl.No', 'PEN', 'Name of Employee', 'Designation', 'Amount Recovered (Rs)'],
        ['(1)', '(2)', '(3)', '(4)', '(5)'],
        ...listed.map(({ employeeNumber, name }, index) => [
          String(index + 1),
          employeeNumber,
          upper(name),
          'APP',
          '1,000.00',
        ]),
        ['', '', 'Grand Total', '', '4,000.00'],
      ]),
    { ...all, total: 4_000 },
  ],
  [
    'account numbers of the provident fund in place of employee numbers',
    () =>
      csv([
        ['S No', 'GPF A/c No', 'Name', 'Subscription'],
        ...listed.map(({ employeeNumber, name }, index) => [String(index + 1), employeeNumber, name, '1000']),
      ]),
    all,
  ],
  [
    'names in capitals with titles',
    () =>
      csv([['Emp Code', 'Name', 'Amt'], ...plain.map(([number], index) => [number!, withTitles[index]!, '1000/-'])]),
    all,
  ],
  [
    'names in Hindi, whose letters no name of ours has',
    () =>
      csv([
        ['क्र.', 'कर्मचारी संख्या', 'नाम', 'कटौती की राशि'],
        ...plain.map(([number], index) => [String(index + 1), number!, inHindi[index]!, '1000']),
        ['', '', 'महायोग', '4000'],
      ]),
    { agrees: [], toLook: Array(4).fill('OTHER_NAME'), sum: 4_000, total: 4_000 },
  ],
  [
    'two pages with a total each, headings again, and a grand total',
    () =>
      csv([
        ['Sl No', 'Employee Code', 'Name', 'Amount'],
        ['1', ...plain[0]!],
        ['2', ...plain[1]!],
        ['', '', 'Page Total', '2000'],
        ['Sl No', 'Employee Code', 'Name', 'Amount'],
        ['3', ...plain[2]!],
        ['4', ...plain[3]!],
        ['', '', 'Page Total', '2000'],
        ['', '', 'Grand Total', '4000'],
      ]),
    { ...all, total: 4_000 },
  ],
  [
    'a sheet a month, of which the month is read and the others are said',
    () =>
      workbook({
        'June 2026': [
          ['Employee No', 'Name', 'Amount'],
          ['1', 'Somebody Else', 9_999],
        ],
        'July 2026': [['Employee No', 'Name', 'Amount'], ...plain.map(([n, name]) => [n!, name!, 1_000])],
        'August 2026': [
          ['Employee No', 'Name', 'Amount'],
          ['2', 'Somebody Else', 9_999],
        ],
      }),
    { ...all, unread: 2 },
  ],
  [
    'a workbook whose numbers are numbers, and have lost their zeros in front',
    () =>
      workbook({
        Sheet1: [
          ['Employee No', 'Name', 'Amount'],
          [700_412, 'Ramesh Chander', 1_000],
          [700_449, 'Sunita Rao', 1_000],
          [88_123, 'Abdul Rahman Khan', 1_000],
          ['GA/PP/1177', 'Kavita Deshmukh', 1_000],
        ],
      }),
    { agrees: ['700412', '700449', '88123', 'GA/PP/1177'], sum: 4_000 },
  ],
  [
    'a number that a spreadsheet has cut to E-notation',
    () => csv([['Employee No', 'Name', 'Amount'], ...plain.slice(0, 3), ['1.2E+10', 'Kavita Deshmukh', '1000']]),
    { agrees: numbers.slice(0, 3), toLook: ['NAME_ALONE'], sum: 4_000 },
  ],
  [
    'a table in HTML under the name of a workbook',
    () => html([['Emp ID', 'Employee Name', 'Recovery'], ...plain.map((row) => row.map(String))]),
    all,
  ],
  [
    'semicolons, and blanks and dashes in the numbers',
    () =>
      csv(
        [
          ['Employee No', 'Name', 'Amount'],
          ['700 412', 'Ramesh Chander', '1000'],
          ['700-449', 'Sunita Rao', '1000'],
          ['0088 123', 'Abdul Rahman Khan', '1000'],
          ['ga.pp.1177', 'Kavita Deshmukh', '1000'],
        ],
        ';',
      ),
    { agrees: ['700 412', '700-449', '0088 123', 'ga.pp.1177'], sum: 4_000 },
  ],
  [
    'pay and other deductions before the subscription',
    () =>
      csv([
        ['Employee No', 'Name', 'Basic Pay Amount', 'Income Tax Amount', 'Association Subscription'],
        ...listed.map(({ employeeNumber, name }) => [employeeNumber, name, '84,500', '12,000', '1,000']),
      ]),
    all,
  ],
  [
    'a stranger, somebody twice, and another amount',
    () =>
      csv([
        ['Employee No', 'Name', 'Amount'],
        plain[0]!,
        plain[0]!,
        ['990001', 'KAVERI PATIL', '1000'],
        ['700449', 'Sunita Rao', '1250'],
      ]),
    { agrees: ['700412'], toLook: ['TWICE', 'STRANGER', 'AMOUNT_DIFFERS'], sum: 4_250 },
  ],
  [
    'a wrong digit, which hits a colleague',
    () => csv([['Employee No', 'Name', 'Amount'], ['700449', 'Ramesh Chander', '1000'], ...plain.slice(2)]),
    { agrees: numbers.slice(2), toLook: ['OTHER_NAME'], sum: 3_000 },
  ],
  [
    'names without numbers, which book nothing',
    () => csv([['Employee No', 'Name', 'Amount'], ...listed.map(({ name }) => ['', name, '1000'])]),
    { agrees: [], toLook: Array(4).fill('NAME_ALONE'), sum: 4_000 },
  ],
  [
    'a recovery that is given back, nothing, and words in place of an amount',
    () =>
      csv([
        ['Employee No', 'Name', 'Amount'],
        plain[0]!,
        ['700449', 'Sunita Rao', '-1000'],
        ['0088123', 'Abdul Rahman Khan', '0.00'],
        ['GA/PP/1177', 'Kavita Deshmukh', 'One thousand'],
      ]),
    { agrees: ['700412'], sum: 1_000, unread: 3 },
  ],
  [
    'paise',
    () => csv([['Employee No', 'Name', 'Amount'], plain[0]!, ['700449', 'Sunita Rao', '999.50']]),
    { agrees: ['700412'], toLook: ['PAISE'], sum: 1_999.5 },
  ],
  [
    'a certificate and signatures below the table',
    () =>
      csv([
        ['Employee No', 'Name', 'Amount'],
        ...plain,
        ['Total', '', '4000'],
        ['Certified that the amount has been deducted from the pay bill of July 2026', '', ''],
        ['', 'Drawing and Disbursing Officer', ''],
      ]),
    { ...all, total: 4_000, unread: 2 },
  ],
  [
    'a total that is not the sum of the rows',
    () => csv([['Employee No', 'Name', 'Amount'], ...plain.slice(0, 3), ['', 'Total', '4000']]),
    { agrees: numbers.slice(0, 3), sum: 3_000, total: 4_000 },
  ],
  [
    'UTF-16 with tabs, as a spreadsheet saves “Unicode text”',
    () => ({
      name: 'list.txt',
      type: 'text/plain',
      bytes: Buffer.from(`\ufeff${csvOf([['Employee No', 'Name', 'Amount'], ...plain], '\t')}`, 'utf16le'),
    }),
    all,
  ],
];

/** A scanned list: a picture without a text. */
export const scannedSchedule: TestFile = {
  name: 'scan.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/XObject/Subtype/Image>>endobj\n%%EOF'),
};
