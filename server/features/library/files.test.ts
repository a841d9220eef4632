import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { files as fileRows } from '#server/platform/storage/tables.ts';
import * as contract from '#shared/contracts/library.ts';
import { openTestApp } from '#tests/app.ts';
import { eicar, startClamdPeer } from '#tests/clamd.ts';
import { adminToken } from '#tests/logins.ts';
import { startS3Peer } from '#tests/s3.ts';
import { eventually } from '#tests/wait.ts';
import { libraryDocuments, libraryVersions } from './tables.ts';

const s3 = await startS3Peer();
const clamd = await startClamdPeer();
afterAll(() => Promise.all([s3.close(), clamd.close()]));
const filesKey = randomBytes(32).toString('base64');

const fields = { title: 'Manual', category: 'Manuals', date: '2026-03-04', language: 'English', access: 'everybody' };
/** Of several pieces, as files are encrypted and streamed. */
const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)]);
const file = (bytes: Buffer, name = 'manual.pdf') => ({ name, type: 'application/pdf', bytes });

const places: [string, Record<string, string>][] = [
  ['a folder', {}],
  ['a folder, encrypted', { FILES_KEY: filesKey }],
  ['S3', { STORAGE_URL: s3.url }],
  ['S3, encrypted', { STORAGE_URL: s3.url, FILES_KEY: filesKey }],
];

describe.each(places)('in %s', (_name, env) => {
  test('a document is read whole and in parts, and goes with all its versions', async () => {
    s3.objects.clear();
    const site = await openTestApp(env);
    try {
      const token = await adminToken(site);
      const lying = async (): Promise<Buffer[]> => {
        if (env.STORAGE_URL)
          return [...s3.objects].filter(([key]) => key.includes('/private/')).map(([, each]) => each);
        const folder = join(site.config.dataDir, 'files', 'private');
        const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
        // One that is deleted meanwhile is gone.
        const rows = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
        return (await Promise.all(rows.map((path) => readFile(path).catch(() => [])))).flat();
      };
      const { document } = await site.ok(
        contract.createDocument,
        { body: fields, files: { file: file(content) } },
        { token },
      );
      const [stored] = await lying();
      expect(stored!.includes('%PDF-')).toBe(!env.FILES_KEY);
      const get = async (range?: string) =>
        site.app.inject({ url: document.file.address, headers: range === undefined ? {} : { range } });
      expect((await get()).rawPayload.equals(content)).toBe(true);
      const head = await site.app.inject({ url: document.file.address, method: 'HEAD' });
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(content.length)]);
      for (const [from, to] of [
        [0, 0],
        [65_535, 65_536],
        [70_000, 150_000],
        [content.length - 10, content.length - 1],
      ] as const) {
        const part = await get(`bytes=${from}-${to}`);
        expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
          206,
          `bytes ${from}-${to}/${content.length}`,
          String(to - from + 1),
        ]);
        expect(part.rawPayload.equals(content.subarray(from, to + 1))).toBe(true);
      }
      expect((await get('bytes=-1000')).rawPayload.equals(content.subarray(-1000))).toBe(true);
      const next = Buffer.from('%PDF-1.7 the next version');
      await site.ok(
        contract.updateDocument,
        { params: { id: document.id }, body: { version: 1 }, files: { file: file(next) } },
        { token },
      );
      expect(await lying()).toHaveLength(2);
      await site.ok(contract.deleteDocument, { params: { id: document.id }, query: { version: 2 } }, { token });
      await eventually(async () => (await lying()).length === 0, 'the files are deleted');
      await eventually(async () => (await site.database.$count(fileRows)) === 0, 'their rows are deleted');
    } finally {
      await site.close();
    }
  });
});

test('malware is not taken, and neither is what is no PDF, or too large', async () => {
  const site = await openTestApp({ CLAMD_URL: clamd.url });
  try {
    const token = await adminToken(site);
    const refused = async (bytes: Buffer) => {
      const { status, body } = await site.fails(
        contract.createDocument,
        { body: fields, files: { file: file(bytes) } },
        { token },
      );
      return [status, body.fields?.file];
    };
    expect(await refused(Buffer.from(`%PDF-1.7 ${eicar}`))).toEqual([400, expect.stringContaining('found malware')]);
    expect(await refused(Buffer.from('PK\x03\x04%PDF-'))).toEqual([400, expect.stringContaining('PDF')]);
    const large = Buffer.alloc(25 * 1024 * 1024 + 1, '%PDF-');
    expect(await refused(large)).toEqual([400, expect.stringContaining('larger than 25 MB')]);
    expect(await site.database.$count(libraryDocuments)).toBe(0);
    // Taken while there was no scanner, and found later.
    const { document } = await site.ok(
      contract.createDocument,
      { body: fields, files: { file: file(content) } },
      { token },
    );
    const [version] = await site.database.select().from(libraryVersions);
    expect((await site.database.select().from(fileRows)).find(({ key }) => key === version!.file)?.scan).toBe('clean');
    await site.database.update(fileRows).set({ scan: 'infected' });
    const withheld = await site.app.inject({ url: document.file.address, headers: { range: 'bytes=0-9' } });
    expect([withheld.statusCode, withheld.json().code]).toEqual([409, 'WRONG_STATE']);
  } finally {
    await site.close();
  }
});
