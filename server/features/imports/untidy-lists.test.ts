import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import * as calls from '#shared/contracts/imports.ts';
import { startTestApp } from '#tests/app.ts';
import { csvOf, type ListRow, listFile, listRow, tableOf } from '#tests/factories/lists.ts';
import { adminToken } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';

// Lists as people really write them, and how each is read.

const site = await startTestApp();
const asOffice = { token: await adminToken(site) };

async function read(bytes: Uint8Array | string, body: object = {}, name = 'list.csv') {
  const answer = await site.ok(calls.uploadImport, { body, files: { file: listFile(bytes, name) } }, asOffice);
  const get = async () => (await site.ok(calls.getImport, { params: { id: answer.import.id } }, asOffice)).import;
  await eventually(async () => (await get()).state !== 'reading', 'the list to be read');
  const rows = await site.ok(calls.listImportRows, { params: { id: answer.import.id } }, asOffice);
  return { record: await get(), rows: rows.data };
}
const refused = async (bytes: Uint8Array | string, name = 'list.xlsx') => {
  const { status, body } = await site.fails(calls.uploadImport, { files: { file: listFile(bytes, name) } }, asOffice);
  expect(body.message).toMatch(/^Th(is|ere is) .+\.$/);
  return `${status} ${body.code}`;
};

type Cell = string | number | boolean | Date | null;
const workbook = (rows: Cell[][], options: object = {}) => writeXlsx({ sheets: [{ name: 'List', rows }], ...options });
const summary = (create: number, care = 0, skip = 0) => ({ create, complete: 0, skip, care });
const someRows = (count: number) => Array.from({ length: count }, () => listRow());
const changedCells = (rows: ListRow[], change: (cell: string, row: number, column: number) => Cell): Cell[][] =>
  tableOf(rows).map((cells, row) => cells.map((cell, column) => change(cell, row, column)));
const columnOf = (rows: ListRow[], head: string) => tableOf(rows)[0]!.indexOf(head);

test.each<[string, (rows: ListRow[]) => Uint8Array | string]>([
  ['commas', (rows) => csvOf(tableOf(rows))],
  ['semicolons', (rows) => csvOf(tableOf(rows), ';')],
  ['tabs', (rows) => csvOf(tableOf(rows), '\t')],
  ['a byte order mark', (rows) => `\ufeff${csvOf(tableOf(rows))}`],
  ['UTF-16', (rows) => Buffer.from(`\ufeff${csvOf(tableOf(rows), '\t')}`, 'utf16le')],
  [
    'windows-1252',
    (rows) => Buffer.from(csvOf(tableOf(rows.map((row) => ({ ...row, subDistrict: 'Caf\xe9' })))), 'latin1'),
  ],
  ['blank rows', (rows) => csvOf(tableOf(rows)).replaceAll('\r\n', `\r\n${','.repeat(17)}\r\n\r\n`)],
  ['unix line ends', (rows) => csvOf(tableOf(rows)).replaceAll('\r\n', '\n')],
  ['apostrophes', (rows) => csvOf(tableOf(rows.map((row) => ({ ...row, mobile: `'${row.mobile}` }))))],
])('a text file with %s', async (_name, bytes) => {
  const { record } = await read(bytes(someRows(3)));
  expect(record).toMatchObject({ state: 'ready', summary: summary(3) });
});

test('rows are numbered as in Excel, below any text above the heads', async () => {
  const rows = someRows(2);
  const { record, rows: values } = await read(
    `All-India Association\n\nList of members,,as of March\n${csvOf(tableOf(rows))}`,
  );
  expect(record).toMatchObject({ headerRow: 4, summary: summary(2) });
  expect(values.map(({ row }) => row)).toEqual([5, 6]);
});

test('heads are recognised as people write them, in Hindi too, and in any order', async () => {
  const heads = {
    name: 'सदस्य का नाम',
    gender: 'Sex',
    dateOfBirth: 'D.O.B.',
    email: 'E-mail ID',
    mobile: 'Mobile No.',
    subDistrict: 'Sub District / Taluk',
    state: 'राज्य',
    membership: 'Type of Member',
  };
  const table = tableOf(someRows(2), heads).map((row) => row.toReversed());
  expect((await read(csvOf(table))).record).toMatchObject({ missing: [], summary: summary(2) });
});

test('a workbook with days, numbers and answers of its own kinds', async () => {
  for (const dateSystem of ['1900', '1904'] as const) {
    const rows = someRows(2);
    const [birth, mobile, international] = ['Date of Birth', 'Mobile Number', 'International'].map((head) =>
      columnOf(rows, head),
    );
    const cells = changedCells(rows, (cell, row, column) => {
      if (row === 0) return cell;
      if (column === birth) return new Date(Date.UTC(1975, 2, 12));
      if (column === mobile) return Number(cell.replace(/^\+91|\D/g, ''));
      return column === international ? row === 1 : cell;
    });
    const { record, rows: items } = await read(await workbook(cells, { dateSystem }), {}, 'list.xlsx');
    expect(record).toMatchObject({ sheet: 'List', summary: summary(2) });
    expect(items.map(({ values }) => [values.dateOfBirth, values.international])).toEqual([
      ['1975-03-12', 'Yes'],
      ['1975-03-12', 'No'],
    ]);
  }
});

test('formulas by their stored result; one without a result is empty', async () => {
  const rows = someRows(2);
  const parts = unzipSync(await workbook(tableOf(rows)));
  const name = 'xl/worksheets/sheet1.xml';
  const sheet = strFromU8(parts[name]!);
  const years = String.fromCharCode(65 + columnOf(rows, 'Years of Experience'));
  const cell = (row: number) => new RegExp(`<c r="${years}${row}"[^>]*>.*?</c>`);
  expect(sheet).toMatch(cell(2));
  parts[name] = strToU8(
    sheet
      .replace(cell(2), `<c r="${years}2"><f>10+11</f><v>21</v></c>`)
      .replace(cell(3), `<c r="${years}3"><f>10+11</f></c>`),
  );
  const { rows: values } = await read(zipSync(parts), {}, 'list.xlsx');
  expect(values[0]).toMatchObject({ kind: 'create', values: { yearsOfExperience: '21' } });
  expect(values[1]).toMatchObject({ kind: 'create', problems: [] });
  expect(values[1]?.values).not.toHaveProperty('yearsOfExperience');
});

test('the first sheet with heads is read, or the chosen one', async () => {
  const sheets = [
    { name: 'Cover', rows: [['Members of the association']] },
    { name: 'North', rows: tableOf(someRows(1)) },
    { name: 'South', rows: tableOf(someRows(2)) },
  ];
  const bytes = await writeXlsx({ sheets });
  const first = await read(bytes, {}, 'list.xlsx');
  expect(first.record).toMatchObject({ sheet: 'North', sheets: ['Cover', 'North', 'South'], summary: summary(1) });
  expect((await read(bytes, { sheet: 'South' }, 'list.xlsx')).record).toMatchObject({
    sheet: 'South',
    summary: summary(2),
  });
  const { import: moved } = await site.ok(
    calls.mapImport,
    { params: { id: first.record.id }, body: { sheet: 'South' } },
    asOffice,
  );
  expect(moved).toMatchObject({ sheet: 'South', headerRow: 1 });
});

test('merged heads in two rows: the row in which three columns are recognised', async () => {
  const rows = someRows(1);
  const over = tableOf(rows)[0]!.map((head) => (head === 'State' ? 'Address' : null));
  const { record } = await read(await workbook([over, ...tableOf(rows)]), {}, 'list.xlsx');
  expect(record).toMatchObject({ headerRow: 2, summary: summary(1) });
});

test('a row of totals is skipped, and an incomplete one needs care', async () => {
  const table = tableOf(someRows(2));
  table.push(['', 'TOTAL', ...Array<string>(table[0]!.length - 2).fill('')]);
  table.push(['Patron', 'Half Filled', 'M', ...Array<string>(table[0]!.length - 3).fill('')]);
  expect((await read(csvOf(table))).record.summary).toEqual(summary(2, 1, 1));
});

test('quotes, line breaks and formulas in cells stay text', async () => {
  const rows = [
    listRow({ specialisations: 'NDPS Act, 1985\nLand "title" law', subDistrict: '=HYPERLINK("http://x")' }),
  ];
  const { rows: values } = await read(csvOf(tableOf(rows)));
  expect(values[0]!.values).toMatchObject({
    specialisations: ['NDPS Act, 1985', 'Land "title" law'],
    subDistrict: '=HYPERLINK("http://x")',
  });
});

test('files that are refused', async () => {
  const table = csvOf(tableOf(someRows(1)));
  expect(await refused(Buffer.from('\x89PNG\r\n\x1a\nnothing else', 'latin1'), 'list.xlsx')).toBe(
    '400 UNSUPPORTED_FILE',
  );
  expect(await refused('%PDF-1.7', 'list.csv')).toBe('400 UNSUPPORTED_FILE');
  expect(await refused('', 'list.csv')).toBe('400 UNSUPPORTED_FILE');
  expect(await refused(Buffer.from([0x50, 0x4b, 3, 4, 9, 9, 9]))).toBe('400 UNSUPPORTED_FILE');
  const parts = unzipSync(await workbook([['x']]));
  expect(await refused(zipSync({ ...parts, 'xl/vbaProject.bin': new Uint8Array(9) }))).toBe('400 UNSUPPORTED_FILE');
  expect(await refused(`${table}\r\n"${'x'.repeat(32_768)}",y`)).toBe('413 TOO_LARGE');
  expect(await refused(`${table}\r\n${','.repeat(200)}x`)).toBe('413 TOO_LARGE');
  expect(await refused(Buffer.alloc(20 * 1024 * 1024 + 1, 'a,b,c\n'))).toBe('413 TOO_LARGE');
  expect(await refused(`${table}\n${'a,b\n'.repeat(100_000)}`)).toBe('413 TOO_LARGE');
  const { status, body } = await site.fails(calls.uploadImport, {}, asOffice);
  expect([status, body.fields]).toEqual([400, { file: 'Please choose the file with the list' }]);
  // None of them has left an import behind.
  expect((await site.ok(calls.listImports, {}, asOffice)).data.every(({ state }) => state === 'ready')).toBe(true);
});

const field = (name: string) => readFile(join(import.meta.dirname, '../../../tests/field', name), 'utf8');

test('cells that a spreadsheet keeps as texts, also twice, are what they show', async () => {
  const numbers = await read(await field('26-import-protected-cells.csv'));
  expect(numbers.record.summary).toEqual(summary(3));
  expect(numbers.rows.map(({ values }) => values.idNumber ?? values.memberNumber)).toEqual(['00123', '00124', 'K1']);
  expect(numbers.rows[2]!.values.memberNumber).toBe('M-77');
  const { rows } = await read(await field('26b-protected-mobile-and-birth-date.csv'));
  expect(rows[0]).toMatchObject({
    kind: 'create',
    values: { mobile: '9845055555', dateOfBirth: '1975-03-12' },
  });
});

test('contact files of Google and Outlook: first and last name are one, and what is blank stays missing', async () => {
  const people = [
    ['Asha', 'Rani', 'Verma'],
    ['Ravi', '', 'Iyer'],
  ];
  const google = [
    'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,File As,Organization Name,Organization Title,Birthday,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
    ...people.map(
      (name, at) =>
        `${name},,Adv.,,,Public Prosecutor,,* myContacts,* Work,g${at}@example.org,Mobile,+91 98451 0000${at},,`,
    ),
  ];
  const earlierGoogle = [
    'Name,Given Name,Additional Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
    ...people.map(
      (name, at) =>
        `${name.filter((part) => part !== '').join(' ')},${name},* myContacts,* Home,e${at}@example.org,Mobile,098452 0000${at}`,
    ),
  ];
  const outlook = [
    '"Title","First Name","Middle Name","Last Name","Company","Job Title","Home Phone","Mobile Phone","Primary Phone","Birthday","E-mail Address","E-mail Type","E-mail 2 Address","Gender","Language"',
    ...people.map(
      (name, at) =>
        `"Ms","${name.join('","')}","","Public Prosecutor","044 2234","98453 0000${at}","","0/0/00","o${at}@example.org","SMTP","","Unspecified",""`,
    ),
  ];
  for (const [lines, digit] of [
    [google, 1],
    [earlierGoogle, 2],
    [outlook, 3],
  ] as const) {
    const { record, rows } = await read(lines.join('\r\n'));
    expect(record).toMatchObject({ state: 'ready', missing: [], summary: summary(2) });
    expect(rows.map(({ values }) => [values.name, values.mobile])).toEqual([
      ['Asha Rani Verma', `984${50 + digit}00000`],
      ['Ravi Iyer', `984${50 + digit}00001`],
    ]);
    expect(rows[0]!.values.email).toBe(`${'geo'[digit - 1]}0@example.org`);
  }
});

test('two columns may give the name, no others one field; the next list with these heads is read so', async () => {
  const text = 'Vorname,Nachname,E-mail\r\nAsha,Verma,asha.verma@example.org\r\n,Iyer,iyer@example.org';
  const { record } = await read(text);
  expect(record).toMatchObject({ state: 'needsMapping', missing: ['name'] });
  const params = { id: record.id };
  const refused = await site.fails(
    calls.mapImport,
    { params, body: { mapping: { 0: 'email', 1: 'email' } } },
    asOffice,
  );
  expect(refused.body.fields).toEqual({ mapping: 'Two columns cannot give the same field' });
  await site.ok(calls.mapImport, { params, body: { mapping: { 0: 'name', 1: 'name' } } }, asOffice);
  const next = await read(text);
  expect(next.record.columns.map(({ field }) => field)).toEqual(['name', 'name', 'email']);
  expect(next.rows.map(({ values }) => values.name)).toEqual(['Asha Verma', 'Iyer']);
  // Another column alone takes it from both.
  const alone = await site.ok(calls.mapImport, { params, body: { mapping: { 1: 'name' } } }, asOffice);
  expect(alone.import.columns.map(({ field }) => field)).toEqual(['', 'name', 'email']);
});

test('two names that differ in a joiner alone are doubles, as with equal letters', async () => {
  const text = await field('32-import-joiner-in-a-name.csv');
  for (const each of [text, text.replaceAll('\u200d', '')]) {
    const { rows } = await read(each);
    expect(rows.map(({ kind }) => kind)).toEqual(['create', 'skip']);
    expect(rows[1]!.duplicate).toMatchObject({ by: 'person', row: 2 });
  }
});

test('a row with a cell too many, or a mark that is not paired, needs care and is not shifted', async () => {
  expect((await read(await field('07-import-row-with-a-cell-too-many.csv'))).record.columns).toHaveLength(7);

  const rows = someRows(4);
  const lines = csvOf(tableOf(rows)).trimEnd().split('\r\n');
  const name = String(rows[1]!.name);
  lines[2] = lines[2]!.replace(name, `${name}, BA`).replaceAll('"', '');
  lines[3] = `"${lines[3]!.replaceAll('"', '')}`;
  const { record, rows: items } = await read(lines.join('\r\n'));
  expect(record).toMatchObject({ state: 'ready', summary: summary(2, 2) });
  const care = items.filter(({ kind }) => kind === 'care');
  expect(care.map(({ row }) => row)).toEqual([3, 4]);
  for (const { problems, values } of care) expect([problems[0]!.field, values]).toEqual(['name', {}]);
  expect(care[0]!.problems[0]!.message).toMatch(/^It has more cells than the table has columns\./);
  expect(care[0]!.problems[0]!.value).toContain(` | BA | `);
  expect(care[1]!.problems[0]!.message).toMatch(/^A quotation mark in it is not paired\./);
  // Written beside it, the row is a member like others.
  const body = { row: 3, values: { ...rows[1], name } };
  const mended = await site.ok(calls.changeImportRow, { params: { id: record.id }, body }, asOffice);
  expect(mended.row).toMatchObject({ kind: 'create', problems: [] });
});

test('three hundred untidy rows are read with twelve answers at most, which the next list has already', async () => {
  const someone = (index: number) => {
    const row = listRow({ membership: index % 5 === 0 ? 'LM' : index % 7 === 0 ? 'AM' : 'Individual member' });
    if (index % 2 === 0) row.joinedOn = String(1995 + (index % 25));
    else if (index % 9 === 0) row.joinedOn = `0${1 + (index % 9)}/2011`;
    if (index % 11 === 0) row.gender = 'Lady';
    if (index % 13 === 0) row.email = row.email!.replace(/@.*/, '@gmial.com');
    return row;
  };
  const total = { ...Object.fromEntries(Object.keys(listRow()).map((key) => [key, ''])), name: 'Grand Total' };
  const list = () => csvOf(tableOf([...Array.from({ length: 300 }, (_, index) => someone(index)), total]));
  const first = await read(list());
  const { id } = first.record;
  expect(first.record.summary.skip).toBe(1);
  expect(first.record.questions.length).toBeLessThanOrEqual(12);
  const said: Record<string, string> = {
    LM: 'Individual member',
    AM: 'Individual member',
    Lady: 'Female',
    '*year': 'first',
    '*month': 'first',
    '@gmial.com': '@gmail.com',
  };
  expect(first.record.questions.map(({ value }) => value).sort()).toEqual(Object.keys(said).sort());
  const [asked] = first.record.questions;
  const refusedAt = async (body: object) =>
    Object.keys((await site.fails(calls.sayMeaning, { params: { id }, body }, asOffice)).body.fields ?? {});
  expect(await refusedAt({ ...asked, field: 'name', meaning: 'x' })).toEqual(['field']);
  expect(await refusedAt({ field: asked!.field, value: 'nowhere', meaning: 'x' })).toEqual(['value']);
  expect(await refusedAt({ field: asked!.field, value: asked!.value, meaning: 'nonsense' })).toEqual(['meaning']);
  const filtered = await site.ok(
    calls.listImportRows,
    { params: { id }, query: { kind: 'care', problem: asked!.field } },
    asOffice,
  );
  expect(filtered.data.length).toBeLessThanOrEqual(50);
  expect(filtered.data.every(({ problems }) => problems.some(({ field }) => field === asked!.field))).toBe(true);
  for (const { field, value } of first.record.questions)
    await site.ok(calls.sayMeaning, { params: { id }, body: { field, value, meaning: said[value]! } }, asOffice);
  const after = (await site.ok(calls.getImport, { params: { id } }, asOffice)).import;
  expect(after.summary).toEqual({ create: 300, complete: 0, skip: 1, care: 0 });
  expect(after.questions.map(({ meaning }) => meaning).sort()).toEqual(Object.values(said).sort());
  const next = await read(list());
  expect(next.record.summary).toEqual({ create: 300, complete: 0, skip: 1, care: 0 });
  expect(next.record.questions.every(({ remembered }) => remembered)).toBe(true);
  await site.ok(
    calls.sayMeaning,
    { params: { id }, body: { field: 'gender', value: 'lady', meaning: null } },
    asOffice,
  );
  expect((await site.ok(calls.getImport, { params: { id } }, asOffice)).import.summary.care).toBe(28);
});
