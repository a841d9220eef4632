import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { log } from '#server/platform/log/tables.ts';
import { exportDirectory } from '#shared/contracts/directory.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';

const site = await startTestApp();
const asOffice = { token: await confirmedToken(site) };

/** Reads CSV back as a spreadsheet does, for quoted fields. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, field = '', end] of text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    rows.at(-1)!.push(field.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('the export', () => {
  beforeAll(async () => {
    for (let number = 0; number < 12; number += 1) {
      await memberFactory(site, {
        state: 'Odisha',
        name: `Person ${String.fromCharCode(97 + number)}`,
        designation: number === 0 ? '=HYPERLINK("http://evil")' : 'नीता, "PP"',
        hideEntry: number === 1,
        membership: number === 2 ? 'Patron member' : 'Individual member',
      });
    }
    await memberFactory(site, { state: 'Odisha', status: 'New' });
    await memberFactory(site, { state: 'Punjab' });
  });

  it('is CSV that Excel opens, of exactly what is filtered, in the order of the list', async () => {
    const answer = await site.call(exportDirectory, { query: { format: 'csv', state: 'Odisha' } }, asOffice);
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
    const result = await memberFactory(site, { name: 'Wants to leave', erasureRequestedAt: new Date() });
    const answer = await site.call(exportDirectory, { query: { format: 'csv', erasure: 'asked' } }, asOffice);
    const rows = readCsv(answer.raw.toString('utf8').slice(1));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(result.memberNumber);
  });

  it('is XLSX with the same rows', async () => {
    const answer = await site.call(exportDirectory, { query: { format: 'xlsx', state: 'Odisha' } }, asOffice);
    const sheet = strFromU8(unzipSync(answer.raw)['xl/worksheets/sheet1.xml']!);
    expect(sheet.match(/<row /g)).toHaveLength(13);
    expect(sheet).toContain('Person l');
  });

  it('of nothing is a head row', async () => {
    const answer = await site.call(exportDirectory, { query: { format: 'csv', state: 'Nowhere' } }, asOffice);
    expect(readCsv(answer.raw.toString('utf8').slice(1))).toHaveLength(1);
  });

  it('is logged with its size and filters, without what was searched for', async () => {
    await site.call(
      exportDirectory,
      { query: { format: 'csv', name: 'Person a', associationOffice: 'any' } },
      asOffice,
    );
    const lines = (await site.database.select().from(log)).filter((line) => line.kind === 'export');
    expect(lines.map((line) => line.note)).toContain('0 records, filtered by name, association office');
    expect(JSON.stringify(lines)).not.toContain('Person');
  });

  it('is in the two formats', async () => {
    expect((await site.fails(exportDirectory, { query: { format: 'pdf' } }, asOffice)).status).toBe(400);
  });
});
