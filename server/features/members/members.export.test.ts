import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { log } from '#server/database/tables/office.ts';
import { exportDirectory } from '#shared/contracts/members.ts';
import { startTestApp, type TestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { csvField } from './export-csv.ts';
import { xlsxBytes } from './export-xlsx.ts';

let site: TestApp;
let asOffice: { token: string };
beforeAll(async () => {
  site = await startTestApp();
  asOffice = { token: await adminToken(site) };
});
afterAll(() => site.close());

/** Reads CSV back as a spreadsheet does, for quoted fields. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, field = '', end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    rows.at(-1)!.push(field.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

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

describe('a CSV field', () => {
  it('comes back as it was, and never begins like a formula', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const field = csvField(text);
        expect(field.startsWith('"') && field.endsWith('"')).toBe(true);
        expect(field.slice(1, -1).replaceAll('""', '')).not.toContain('"');
        const [[read]] = readCsv(`${field}\r\n`) as [[string]];
        expect(read).toMatch(/^(?![\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u);
        expect(read === text || read === `'${text}`).toBe(true);
      }),
      { seed: 20260101, numRuns: 2_000 },
    );
  });

  it.each(['=1+1', '+91 98', '-2', '@SUM(A1)', ' =cmd', '\t=1', '=HYPERLINK("http://x")'])('%j is text', (text) => {
    expect(csvField(text).slice(1)).toMatch(/^'/);
  });

  it.each(['Kavita', '9812345678', '2026-01-01', "O'Neil", ''])('%j is left alone', (text) => {
    expect(csvField(text)).toBe(`"${text}"`);
  });
});

describe('a workbook', () => {
  it('holds any text in cells of text, as well-formed XML', async () => {
    const texts = fc.sample(anyText, { seed: 20260101, numRuns: 200 });
    async function* rows() {
      yield ['Head', '<&>'];
      for (const text of texts) yield [text, '=1+1'];
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of xlsxBytes(rows())) chunks.push(chunk);
    const parts = unzipSync(Buffer.concat(chunks));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
    expect(sheet).not.toMatch(/<f>|<f /);
    expect(sheet.match(/<row>/g)).toHaveLength(201);
    expect(sheet).toContain('<t xml:space="preserve">&lt;&amp;&gt;</t>');
    const inside = [...sheet.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map((match) => match[1]!);
    expect(inside.every((text) => !/&(?!amp;|lt;|gt;)/.test(text))).toBe(true);
    // The characters that XML 1.0 does not know.
    expect([...sheet].every((sign) => /[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(sign))).toBe(true);
  });
});

describe('the export', () => {
  beforeAll(async () => {
    for (let number = 0; number < 12; number += 1) {
      await memberFactory(site, {
        state: 'Odisha',
        name: `Person ${String.fromCharCode(97 + number)}`,
        designation: number === 0 ? '=HYPERLINK("http://evil")' : 'नीता, "PP"',
        hideEntry: number === 1,
        tier: number === 2 ? 'Patron member' : 'Individual member',
      });
    }
    await memberFactory(site, { state: 'Odisha', status: 'New' });
    await memberFactory(site, { state: 'Punjab' });
  });

  it('is CSV that Excel opens, of exactly what is filtered, in the order of the list', async () => {
    const answer = await site.call(exportDirectory, { query: { format: 'csv', State: 'Odisha' } }, asOffice);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(String(answer.headers['content-disposition'])).toMatch(
      /^attachment; filename="directory-\d{4}-\d\d-\d\d\.csv"/,
    );
    const text = answer.raw.toString('utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const [head, ...rows] = readCsv(text.slice(1));
    expect(head).toContain('Member number');
    const column = (title: string) => rows.map((row) => row[head!.indexOf(title)]);
    expect(column('Name')).toEqual([...'cabdefghijkl'].map((sign) => `Person ${sign}`));
    expect(column('Designation')[1]).toBe(`'=HYPERLINK("http://evil")`);
    expect(column('Designation')[0]).toBe('नीता, "PP"');
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head!.length]));
  });

  it('holds who asked for erasure, and nobody else, when that is the filter', async () => {
    const asked = await memberFactory(site, { name: 'Wants to leave', erasureRequestedAt: new Date() });
    const answer = await site.call(exportDirectory, { query: { format: 'csv', erasure: 'asked' } }, asOffice);
    const rows = readCsv(answer.raw.toString('utf8').slice(1));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(asked.memberNumber);
  });

  it('is XLSX with the same rows', async () => {
    const answer = await site.call(exportDirectory, { query: { format: 'xlsx', State: 'Odisha' } }, asOffice);
    const parts = unzipSync(answer.raw);
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
    expect(sheet.match(/<row>/g)).toHaveLength(13);
    expect(sheet).toContain('Person l');
    expect(Object.keys(parts)).toContain('[Content_Types].xml');
  });

  it('of nothing is a head row', async () => {
    const answer = await site.call(exportDirectory, { query: { format: 'csv', State: 'Nowhere' } }, asOffice);
    expect(readCsv(answer.raw.toString('utf8').slice(1))).toHaveLength(1);
  });

  it('is logged with its size and filters, without what was searched for', async () => {
    await site.call(exportDirectory, { query: { format: 'csv', ProsecutorName: 'Person a' } }, asOffice);
    const lines = (await site.database.select().from(log)).filter((line) => line.kind === 'export');
    expect(lines.map((line) => line.note)).toContain('1 records, filtered by ProsecutorName');
    expect(JSON.stringify(lines)).not.toContain('Person');
  });

  it('is for administrators, in the two formats', async () => {
    const query = { format: 'csv' };
    expect((await site.fails(exportDirectory, { query })).status).toBe(401);
    expect((await site.fails(exportDirectory, { query }, { token: await memberToken(site) })).status).toBe(403);
    expect((await site.fails(exportDirectory, { query: { format: 'pdf' } }, asOffice)).status).toBe(400);
  });
});
