import { type ImportField, importFieldLabel } from '#shared/import-fields.ts';
import type { TestFile } from '#tests/app.ts';

export type ListRow = Partial<Record<ImportField, string>>;

let count = 0;
/** A valid row of a list, of a new person each time. */
export function listRow(overrides: ListRow = {}): ListRow {
  count += 1;
  return {
    membership: 'LIFETIME MEMBER',
    name: `Smt. Lakshmi Devi ${letters(count)}`,
    gender: 'F',
    dateOfBirth: '12/03/1975',
    email: `listed${count}@example.org`,
    mobile: `+91 ${70_000 + Math.floor(count / 100_000)} ${String(count % 100_000).padStart(5, '0')}`,
    state: 'TN',
    district: 'MADURAI',
    subDistrict: 'Melur',
    designation: 'Public Prosecutor',
    court: 'District Court Madurai',
    idNumber: `TN ${count}`,
    yearsOfExperience: '21',
    yearsOfRecruitment: '2004',
    specialisations: 'NDPS Act, 1985; Land law',
    interest: 'Webinars',
    contribution: 'Lectures',
    international: 'N',
    ...overrides,
  };
}

/** A unique name of letters for a number. */
const letters = (number: number): string =>
  [...String(number)]
    .map((digit) => 'abcdefghij'[Number(digit)])
    .join('')
    .replace(/^./, (first) => first.toUpperCase());

const quoted = (text: string) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The columns of a list with these rows. */
const fieldsOf = (rows: readonly ListRow[]): ImportField[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row) as ImportField[])),
];

/** A list as a table: the header row, then the rows. */
export function tableOf(rows: readonly ListRow[], heads: Partial<Record<ImportField, string>> = {}): string[][] {
  const fields = fieldsOf(rows);
  return [
    fields.map((field) => heads[field] ?? importFieldLabel(field)),
    ...rows.map((row) => fields.map((field) => row[field] ?? '')),
  ];
}

export const csvOf = (table: readonly (readonly string[])[], separator = ','): string =>
  table.map((row) => row.map(quoted).join(separator)).join('\r\n');

export const listFile = (bytes: Uint8Array | string, name = 'members.csv'): TestFile => ({
  name,
  type: 'text/csv',
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
});

export const csvFile = (rows: readonly ListRow[]): TestFile => listFile(csvOf(tableOf(rows)));
