import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportDirectory } from '#shared/contracts/directory.ts';
import { receivePayments } from '#shared/contracts/payments.ts';
import { ledgerOfYear } from '#shared/contracts/receipts.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { openTestApp, type TestApp } from './app.ts';
import { memberFactory } from './factories/members.ts';
import { adminToken, confirmedToken } from './logins.ts';
import { findProgram } from './programs.ts';
import { scaled } from './speed.ts';

/** LibreOffice with Calc, which is a separate package in some distributions. */
const found = findProgram(['soffice']);
const office = found && existsSync(join(dirname(realpathSync(found)), 'libsclo.so')) ? found : undefined;

/** A cell as LibreOffice reads it: its type and its value. */
type Cell = [type: string, value: string];

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (markup: string) =>
  markup
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_whole, count = '1') => ' '.repeat(Number(count)))
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_whole, name: string) => entities[name] ?? '');

/** The rows of the first sheet of a flat OpenDocument file, without empty cells at the end. */
function readSheet(xml: string): Cell[][] {
  const [, sheet = ''] = /<table:table [^>]*>([\s\S]*?)<\/table:table>/.exec(xml) ?? [];
  const rows = [...sheet.matchAll(/<table:table-row\b[^>]*?(?:\/>|>([\s\S]*?)<\/table:table-row>)/g)].map(
    ([, row = '']) => {
      const cells: Cell[] = [];
      for (const [, head = '', body = ''] of row.matchAll(
        /<table:table-cell\b((?:[^>"]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g,
      )) {
        const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(head)?.[1];
        const paragraphs = [...body.matchAll(/<text:p\b[^>]*?(?:\/>|>([\s\S]*?)<\/text:p>)/g)].map(([, text = '']) =>
          plain(text),
        );
        const type = of('table:formula') === undefined ? (of('office:value-type') ?? '') : 'formula';
        const value =
          of('office:date-value') ?? (type === 'float' ? of('office:value') : undefined) ?? paragraphs.join('\n');
        const times = Math.min(Number(of('table:number-columns-repeated') ?? 1), 100);
        for (let time = 0; time < times; time += 1) cells.push([type, value]);
      }
      while (cells.length > 0 && cells.at(-1)![0] === '') cells.pop();
      return cells;
    },
  );
  while (rows.length > 0 && rows.at(-1)!.length === 0) rows.pop();
  return rows;
}

let site: TestApp;
let folder: string;
const files = new Map<string, Buffer>();
const sheets = new Map<string, Cell[][]>();

const written = {
  formula: '=HYPERLINK("http://evil.example";"Asha")',
  command: "@SUM(1+1)*cmd|' /C calc'!A0",
  hindi: 'नीता "निधि" कुलकर्णी, <b>B.A.</b> & Sons',
  urdu: 'نور جہاں',
  zeros: '007',
  long: `${'Sessions Court, '.repeat(40)}end`,
};

const csvFilter = (quotedIsText: boolean) => `--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,${quotedIsText}`;
/** LibreOffice's import options for CSV: with and without 'quoted field as text'. */
const openings: { as: string; format: string; filter: string[] }[] = [
  { as: 'xlsx', format: 'xlsx', filter: [] },
  { as: 'csv', format: 'csv', filter: [csvFilter(true)] },
  { as: 'hasty', format: 'csv', filter: [csvFilter(false)] },
];

async function openAll(): Promise<void> {
  const start = [`-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`, '--headless', '--norestore'];
  for (const { as, format, filter } of openings) {
    const names = [...files.keys()].filter((name) => name.endsWith(format));
    const args = [...start, ...filter, '--convert-to', 'fods', '--outdir', join(folder, as)];
    execFileSync(office!, [...args, ...names.map((name) => join(folder, name))], {
      stdio: 'ignore',
      timeout: scaled(110_000),
    });
    for (const name of names) {
      const opened = await readFile(join(folder, as, name.replace(format, 'fods')), 'utf8');
      sheets.set(name.replace(format, as), readSheet(opened));
    }
  }
}

describe.skipIf(office === undefined)('in LibreOffice (needs soffice with Calc)', () => {
  beforeAll(async () => {
    site = await openTestApp();
    folder = await mkdtemp(join(tmpdir(), 'association-libreoffice-'));
    const asOffice = { token: await confirmedToken(site) };
    const make = async (name: string, overrides: Parameters<typeof memberFactory>[1]) => {
      const member = await memberFactory(site, { state: 'Odisha', name, ...overrides });
      const [payment] = await moneyRows(site, { memberId: member.id });
      await site.ok(
        receivePayments,
        { body: { ids: [payment!.id], receivedOn: '2026-05-07' } },
        { token: await adminToken(site) },
      );
    };
    await make(written.formula, { designation: written.command, utr: '000412345678' });
    await make(written.hindi, { designation: written.zeros, utr: '412345678902' });
    await make(written.urdu, { designation: written.long, utr: '4123E5678903' });
    for (const format of ['csv', 'xlsx'] as const) {
      const directory = await site.call(exportDirectory, { query: { format, state: 'Odisha' } }, asOffice);
      const ledger = await site.call(ledgerOfYear, { query: { format, year: '2026-27' } }, asOffice);
      files.set(`directory.${format}`, directory.raw).set(`ledger.${format}`, ledger.raw);
    }
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    await openAll();
  });
  afterAll(async () => {
    await site?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const column = (name: string, title: string): Cell[] => {
    const [head = [], ...rows] = sheets.get(name)!;
    const at = head.findIndex(([, text]) => text === title);
    return rows.map((row) => row[at] ?? ['', '']);
  };
  const text = (value: string): Cell => ['string', value];

  test.each(['directory', 'ledger'])('the %s is the same as CSV and as workbook, and never a formula', (name) => {
    const [csv, workbook] = [sheets.get(`${name}.csv`)!, sheets.get(`${name}.xlsx`)!];
    expect(workbook.length).toBeGreaterThan(3);
    // In a CSV file an apostrophe marks text, and a day is text.
    const values = (rows: Cell[][]) => rows.map((row) => row.map(([, value]) => value.replace(/^'(?=[=@])/, '')));
    expect(values(csv)).toEqual(values(workbook));
    for (const rows of [csv, workbook, sheets.get(`${name}.hasty`)!])
      expect(rows.flat().filter(([type]) => type === 'formula')).toEqual([]);
  });

  test('the directory holds what members and the office have written', () => {
    const sorted = (cells: Cell[]) => cells.map((cell) => JSON.stringify(cell)).sort();
    expect(sorted(column('directory.xlsx', 'Name'))).toEqual(
      sorted([text(written.formula), text(written.hindi), text(written.urdu)]),
    );
    expect(sorted(column('directory.xlsx', 'Designation'))).toEqual(
      sorted([text(written.command), text(written.zeros), text(written.long)]),
    );
  });

  test('the ledger has texts, days and sums with the right types', () => {
    expect(column('ledger.xlsx', 'Name').slice(0, 3)).toEqual([written.formula, written.hindi, written.urdu].map(text));
    expect(column('ledger.xlsx', 'UTR').slice(0, 3)).toEqual(
      ['000412345678', '412345678902', '4123E5678903'].map(text),
    );
    expect(column('ledger.xlsx', 'Date')[0]).toEqual(['date', '2026-05-07']);
    const amounts = column('ledger.xlsx', 'Amount');
    expect(amounts[0]).toEqual(['float', '1000']);
    expect(amounts[4]).toEqual(['float', '3000']);
    expect(column('ledger.xlsx', 'Receipt number')[4]).toEqual(text('Total received'));
  });
});
