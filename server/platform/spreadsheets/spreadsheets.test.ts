import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { tenth } from '#tests/length.ts';
import { openSpreadsheet } from './open-spreadsheet.ts';
import type { CellValue, SheetRow } from './spreadsheet.ts';
import { startReading } from './thread.ts';
import { csvField, tableBytes } from './write-table.ts';

const limits = {
  fileBytes: 20 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  rows: 2_000,
  columns: 200,
  cellLength: 32_767,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'association-sheets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function read(content: Uint8Array | string, sheet = 0, maxRows?: number): Promise<SheetRow[]> {
  files += 1;
  const path = join(folder, `file-${files}`);
  await writeFile(path, content);
  const spreadsheet = await openSpreadsheet(path, limits);
  try {
    const rows: SheetRow[] = [];
    for await (const batch of spreadsheet.rows(sheet, maxRows)) rows.push(...batch);
    return rows;
  } finally {
    await spreadsheet.close();
  }
}

const refusal = (content: Uint8Array | string) =>
  read(content).then(
    () => 'read',
    (error: { code: string; message: string }) => {
      expect(error.message).toMatch(/^This .+\.$/);
      return error.code;
    },
  );

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const cells = (rows: SheetRow[]) => rows.map((row) => row.cells);

async function bytesOf(format: 'csv' | 'xlsx', rows: CellValue[][]): Promise<Buffer> {
  async function* each() {
    yield* rows;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of tableBytes(format, 'Members', each())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A workbook whose first sheet has these rows of XML. */
async function workbook(sheetData: string, change: (parts: Record<string, Uint8Array>) => void = () => {}) {
  const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'Members', rows: [['x']] }] }));
  const name = 'xl/worksheets/sheet1.xml';
  parts[name] = strToU8(
    strFromU8(parts[name]!).replace(/<sheetData>.*<\/sheetData>/s, () => `<sheetData>${sheetData}</sheetData>`),
  );
  change(parts);
  // The fastest compression is enough, and takes a third of the time.
  return zipSync(parts, { level: 1 });
}

describe('text files', () => {
  const table = [
    ['Name', 'Court'],
    ['Anjali', 'Pune'],
  ];
  it.each([
    ['commas', 'Name,Court\r\nAnjali,Pune\r\n'],
    ['semicolons', 'Name;Court\nAnjali;Pune'],
    ['tabs', 'Name\tCourt\nAnjali\tPune\n'],
    ['a byte order mark', '\ufeffName,Court\nAnjali,Pune'],
    ['UTF-16', utf16('Name\tCourt\r\nAnjali\tPune')],
  ])('with %s', async (_name, content) => {
    expect(cells(await read(content))).toEqual(table);
  });

  it('in windows-1252, and in UTF-8 of any script', async () => {
    expect(cells(await read(Buffer.from('Caf\xe9,1\x96 2', 'latin1')))).toEqual([['Café', '1– 2']]);
    expect(cells(await read('नीता,ಬೆಂಗಳೂರು'))).toEqual([['नीता', 'ಬೆಂಗಳೂರು']]);
  });

  it('count blank rows and keep line breaks, separators and quotes inside quotes', async () => {
    const rows = await read('Name,Court\n,\n\n"Line one\nline two, ""three""",Pune\n');
    expect(rows).toMatchObject([
      { number: 1, cells: ['Name', 'Court'], width: 2 },
      { number: 4, cells: ['Line one\nline two, "three"', 'Pune'], width: 2 },
    ]);
    // For a table of another width its lines are rows.
    expect(rows[1]!.lines).toEqual([
      { number: 4, cells: ['"Line one'], isBroken: true },
      { number: 5, cells: ['line two, ""three""",Pune'], isBroken: true },
    ]);
  });

  it('find the separator beside narrations full of commas', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `0${index}/11/2026;UPI,CR,4123${index},a,b,c;1,00,000.00`);
    expect((await read(['Date;Narration;Credit', ...lines].join('\n')))[3]!.cells).toEqual([
      '02/11/2026',
      'UPI,CR,41232,a,b,c',
      '1,00,000.00',
    ]);
  });

  it('are read as HTML where they hold a table of a page', async () => {
    const page =
      '<html><body><table><tr><th>Date</th><th>Credit</th></tr><tr><td>21/11/2026</td><td>1,000.00</td></tr>';
    expect(cells(await read(page))).toEqual([
      ['Date', 'Credit'],
      ['21/11/2026', '1,000.00'],
    ]);
  });
});

describe('workbooks', () => {
  it('give dates as days, numbers exactly, stored results of formulas, and the rows Excel shows', async () => {
    const bytes = await workbook(
      '<row r="3"><c r="A3"><v>9876543210</v></c><c r="C3"><f>1+1</f><v>2</v></c><c r="D3"><f>A1</f></c></row>' +
        '<row r="7"><c r="B7" t="inlineStr"><is><t>Anjali</t></is></c></row>',
    );
    expect(await read(bytes)).toEqual([
      { number: 3, cells: [9_876_543_210, null, 2] },
      { number: 7, cells: [null, 'Anjali'] },
    ]);
    const day = new Date(Date.UTC(1975, 2, 12));
    for (const dateSystem of ['1900', '1904'] as const) {
      const dated = await writeXlsx({ sheets: [{ name: 'A', rows: [[day]] }], dateSystem });
      expect(cells(await read(dated))).toEqual([[day]]);
    }
  });

  it('have several sheets, which are read one after the other and as far as wanted', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => [index]);
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Cover', rows },
        { name: 'List', rows: [['x']] },
      ],
    });
    const path = join(folder, 'sheets');
    await writeFile(path, bytes);
    const spreadsheet = await openSpreadsheet(path, limits);
    expect(spreadsheet.sheets).toEqual(['Cover', 'List']);
    for await (const batch of spreadsheet.rows(0)) {
      expect(batch).toHaveLength(500);
      break;
    }
    const second: SheetRow[] = [];
    for await (const batch of spreadsheet.rows(1, 10)) second.push(...batch);
    expect(cells(second)).toEqual([['x']]);
    await spreadsheet.close();
    expect(await read(bytes, 0, 20)).toHaveLength(20);
  });
});

describe('a file is refused', () => {
  it('because it is no table', async () => {
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)]);
    expect(await refusal(png)).toBe('UNSUPPORTED_FILE');
    expect(await refusal(Buffer.from('%PDF-1.7 text'))).toBe('UNSUPPORTED_FILE');
    expect(await refusal(Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]))).toBe('UNSUPPORTED_FILE');
    expect(await refusal(zipSync({ 'word/document.xml': strToU8('<x/>') }))).toBe('UNSUPPORTED_FILE');
    expect(await refusal(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]))).toBe('UNSUPPORTED_FILE');
    expect(await refusal((await workbook('')).subarray(0, 800))).toBe('UNSUPPORTED_FILE');
    expect(await refusal(Buffer.from('a\0b'))).toBe('UNSUPPORTED_FILE');
  });

  it('because it holds macros', async () => {
    const bytes = await workbook('', (parts) => {
      parts['xl/vbaProject.bin'] = new Uint8Array(10);
    });
    expect(await refusal(bytes)).toBe('UNSUPPORTED_FILE');
  });

  it('because it is too large in one way or another', async () => {
    expect(await refusal(Buffer.alloc(limits.fileBytes + 1, 'a,b\n'))).toBe('TOO_LARGE');
    expect(await refusal('a\n'.repeat(limits.rows + 1))).toBe('TOO_LARGE');
    expect(await refusal(','.repeat(limits.columns).concat('x'))).toBe('TOO_LARGE');
    expect(await refusal(`"${'x'.repeat(limits.cellLength + 1)}",b`)).toBe('TOO_LARGE');
    const bomb = await workbook('', (parts) => {
      parts['xl/worksheets/sheet1.xml'] = new Uint8Array(limits.unpackedBytes + 1).fill(32);
    });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refusal(bomb)).toBe('TOO_LARGE');
  });

  it('because its list of parts understates their size', async () => {
    const honest = Buffer.from(await workbook(`<row><c t="inlineStr"><is><t>${'x'.repeat(9_000)}</t></is></c></row>`));
    const name = Buffer.from('xl/worksheets/sheet1.xml');
    // In the archive's directory, which comes last, the size is 22 bytes before the name.
    honest.writeUInt32LE(10, honest.lastIndexOf(name) - 22);
    expect(await refusal(honest)).toBe('UNSUPPORTED_FILE');
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom(' ', '\t', '\r', '\n', '\u00a0', '\ufeff', ''),
      fc.constantFrom(...'=+-@＝＋－＠|%'),
      fc.string(),
    )
    .map((parts) => parts.join('')),
);

describe('written values', () => {
  it('are the text itself in CSV, which never begins like a formula', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const field = csvField(text);
        const inside = field.slice(1, -1);
        expect(`"${inside}"`).toBe(field);
        expect(inside.replaceAll('""', '')).not.toContain('"');
        const value = inside.replaceAll('""', '"');
        expect(value).toMatch(/^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u);
        expect(value === text || value === `'${text}`).toBe(true);
      }),
      { seed: 20260101, numRuns: tenth(2_000) },
    );
  });

  it.each(['=1+1', '+91 98', '-2', '@SUM(A1)', ' =cmd', '\t=1', '=HYPERLINK("http://x")'])('%j is text', (text) => {
    expect(csvField(text).slice(1)).toMatch(/^'/);
  });

  it.each(['Kavita', '9812345678', '2026-01-01', "O'Neil", ''])('%j is left alone', (text) => {
    expect(csvField(text)).toBe(`"${text}"`);
  });

  it('keep text, number and day in a workbook, whatever the text', async () => {
    const texts = fc.sample(anyText, { seed: 20260101, numRuns: 200 });
    const rows = texts.map((text): CellValue[] => [`x${text}`, 1000.5, new Date(Date.UTC(2026, 10, 21)), '_x0041_']);
    const bytes = await bytesOf('xlsx', [['Head', '<&>'], ...rows]);
    expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)).not.toMatch(/<f[ >]/);
    const back = cells(await read(bytes));
    // Characters that XML 1.0 does not allow are left out; in XML all line breaks are the same.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in XML
    const kept = (text: string) => text.toWellFormed().replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '');
    const lines = (value: CellValue) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value);
    expect(back.slice(1).map((row) => row.map(lines))).toEqual(
      rows.map((row) => row.map((value) => (typeof value === 'string' ? lines(kept(value)) : value))),
    );
  });

  it('add up in both formats: numbers are not text', async () => {
    const table: CellValue[][] = [['Amount'], [1_000], [25_000.5], [null, 'end']];
    expect((await bytesOf('csv', table)).toString('utf8')).toBe('\ufeff"Amount"\r\n1000\r\n25000.5\r\n"","end"\r\n');
    expect(cells(await read(await bytesOf('xlsx', table)))).toEqual(table);
  });
});

describe('hostile files', () => {
  const opened = (content: Uint8Array | string) => read(content).catch((error: AppError) => error);
  const refusedWith = async (content: Uint8Array | string) => {
    const error = (await opened(content)) as AppError;
    expect(error).toBeInstanceOf(AppError);
    return [error.code, error.message];
  };

  it.each([800_000, 5_000_000])('with a tag of %i attributes are damaged', async (count) => {
    const attributes = Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
    const file = await workbook('<row r="1"><c r="A1"><v>1</v></c></row>', (parts) => {
      const sheet = 'xl/worksheets/sheet1.xml';
      parts[sheet] = strToU8(strFromU8(parts[sheet]!).replace('<worksheet', `<worksheet ${attributes}`));
    });
    expect(await refusedWith(file)).toEqual(['UNSUPPORTED_FILE', expect.stringContaining('damaged')]);
  });

  it('with row numbers beyond the last one and columns beyond the limit are refused', async () => {
    const row = (number: string, cell: string) => `<row r="${number}"><c r="${cell}"><v>1</v></c></row>`;
    expect(await refusedWith(await workbook(row('9007199254740991', 'A1')))).toEqual([
      'UNSUPPORTED_FILE',
      expect.stringContaining('damaged'),
    ]);
    expect((await refusedWith(await workbook(row('1', 'EQXD1'))))[0]).toMatch(/TOO_LARGE|UNSUPPORTED_FILE/);
    const table = '<table><tr><td colspan="100000">a</td><td>b</td></tr></table>';
    expect((await refusedWith(table))[0]).toBe('TOO_LARGE');
  });

  it('with a quotation mark that is not paired have one broken line', async () => {
    const text = `Name,Court\nAsha,Pune\n"Binu,Delhi\n${'Chitra,Agra\n'.repeat(1_000)}"Devi" x,Agra\n="0123",5" rule\n`;
    const rows = (await opened(text)) as SheetRow[];
    expect(rows).toHaveLength(1_005);
    expect(rows.filter(({ isBroken }) => isBroken).map((row) => [row.number, row.cells])).toEqual([
      [3, ['"Binu,Delhi']],
      [1_004, ['"Devi" x,Agra']],
      [1_005, ['"0123",5" rule']],
    ]);
    expect((await refusedWith(`Name,Court\n"${'a'.repeat(80_000)}",Pune\n`))[0]).toBe('TOO_LARGE');
    expect(cells((await opened('Name,Court\n"A ""quoted"" name",="0123"\n')) as SheetRow[])[1]).toEqual([
      'A "quoted" name',
      '0123',
    ]);
  });

  it('are read by their table if they are a page, whatever their name, and refused without one', async () => {
    expect(cells((await opened('<html><table><tr><td>Name</td></tr></table>')) as SheetRow[])).toEqual([['Name']]);
    expect((await refusedWith('<html><body><p>Please log in</p></body></html>'))[1]).toContain('page without a table');
  });

  it('end with their CPU time, and with the call that asked for them', async () => {
    const busy = new URL('data:text/javascript,for (;;);');
    const left = new AbortController();
    const thread = startReading(busy, {}, left.signal);
    left.abort();
    await expect(thread.next()).rejects.toMatchObject({ message: 'The upload was ended.' });
    await expect(startReading(busy, {}, undefined, 1).next()).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE',
      message: expect.stringContaining('takes too long'),
    });
  });

  it('share a thread one after the other, unless it was left at work, or refused one', async () => {
    const code = `import { parentPort, threadId as id } from 'node:worker_threads';
      parentPort.on('message', ({ kind }) => kind !== 'none' && parentPort.postMessage({ kind, id, code: 'TOO_LARGE', message: 'No' }));`;
    const module = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const begin = (kind: string) => startReading<object, { kind: string; id: number }>(module, { kind });
    const threadOf = async (reading: ReturnType<typeof begin>) => (await reading.next()).id;
    const first = begin('read');
    const id = await threadOf(first);
    const other = begin('read');
    expect(await threadOf(other)).not.toBe(id);
    await other.close();
    await first.close();
    const next = begin('read');
    expect(await threadOf(next)).toBe(id);
    await expect(Promise.all([next.close(), next.next()])).rejects.toThrow('too much memory');
    const left = begin('read');
    expect(await threadOf(left)).toBe(id);
    left.ask({ kind: 'none' });
    await left.close();
    const after = begin('read');
    const fresh = await threadOf(after);
    expect(fresh).not.toBe(id);
    await after.close();
    const refused = begin('refused');
    await expect(refused.next()).rejects.toThrow('No');
    await refused.close();
    const last = begin('read');
    expect(await threadOf(last)).not.toBe(fresh);
    await last.close();
  });
});
