import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, like, not } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { memberDocument, memberScreenshot } from '#shared/contracts/members.ts';
import { registerMember, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import type { Failure } from '#shared/errors.ts';
import { emptyLog, openTestApp, startTestApp, type TestFile } from '#tests/app.ts';
import { eicar, startClamdPeer } from '#tests/clamd.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { createScanner, parseClamdAddress } from './clamd.ts';
import { createFiles } from './files.ts';
import { openStorage } from './open-storage.ts';
import { pathOf } from './storage.ts';
import { files as fileRows } from './tables.ts';

const peer = await startClamdPeer();
afterAll(() => peer.close());
const site = await startTestApp({ CLAMD_URL: peer.url });
const asOffice = { token: await adminToken(site) };
beforeEach(() => {
  peer.mood = 'well';
  peer.scanned.length = 0;
});
afterEach(() => emptyLog(site));

const infected: TestFile = { name: 'id.pdf', type: 'application/pdf', bytes: Buffer.from(eicar) };
const register = async (document: TestFile) =>
  site.call(registerMember, { body: registrationBody(), files: { document, picture: await pictureFile() } });

async function registered(document = scannedId()): Promise<{ id: string }> {
  const answer = await register(document);
  expect(answer.status).toBe(200);
  return { id: (answer.body as { directory: { id: string } }).directory.id };
}
const scanOf = async (params: { id: string }) =>
  (await site.call(memberDocument, { params }, asOffice)).headers['x-malware-scan'];

test('a scanned ID and a screenshot are scanned in their original form, and the office sees the result', async () => {
  const document = scannedId('clean');
  const params = await registered(document);
  const screenshot = await pictureFile(7);
  await site.ok(uploadPaymentScreenshot, { params, body: {}, files: { screenshot } });
  for (const file of [document, screenshot]) {
    expect(peer.scanned.some((bytes) => bytes.equals(file.bytes))).toBe(true);
  }
  expect(await scanOf(params)).toBe('clean');
  const answer = await site.call(memberScreenshot, { params }, asOffice);
  expect(answer.headers['x-malware-scan']).toBe('clean');
});

test('malware is refused with a hint on what to do, and is not stored', async () => {
  const before = await site.database.$count(fileRows);
  const answer = await register(infected);
  const { code, message, fields } = answer.body as Failure;
  expect([answer.status, code]).toEqual([400, 'UNSUPPORTED_FILE']);
  expect(message).toMatch(/found malware.*not taken.*choose another file/);
  expect(fields).toEqual({ document: message });
  const after = await site.database.select().from(fileRows).where(eq(fileRows.state, 'attached'));
  expect(after.length).toBe(before);

  const params = await registered();
  const picture = await pictureFile();
  const bytes = Buffer.concat([picture.bytes, Buffer.from(eicar)]);
  const files = { screenshot: { ...picture, bytes } };
  const refused = await site.fails(uploadPaymentScreenshot, { params, body: {}, files });
  expect(Object.keys(refused.body.fields ?? {})).toEqual(['screenshot']);
});

test.each(['broken', 'small'] as const)(
  'a scanner that is %s keeps nobody out, and the file is marked',
  async (mood) => {
    peer.mood = mood;
    const long: TestFile = { ...scannedId(), bytes: Buffer.from(`%PDF-1.4 ${'x'.repeat(5_000)}`) };
    expect(await scanOf(await registered(long))).toBe('none');
  },
);

test('without a scanner files are marked; once there is one they are scanned, and malware is withheld', async () => {
  const other = await openTestApp();
  try {
    const send = async (document: TestFile) => {
      const files = { document, picture: await pictureFile() };
      return (await other.ok(registerMember, { body: registrationBody(), files })).directory.id;
    };
    const office = { token: await adminToken(other) };
    const clean = { id: await send(scannedId()) };
    const bad = { id: await send(infected) };
    const state = async (params: { id: string }) => {
      const answer = await other.call(memberDocument, { params }, office);
      return answer.status === 200 ? answer.headers['x-malware-scan'] : answer.status;
    };
    expect([await state(clean), await state(bad)]).toEqual(['none', 'none']);
    const warnings: string[] = [];
    const note = (_fields: object, message: string) => void warnings.push(message);
    const base = { config: other.config, database: other.database, storage: await openStorage(other.config) };
    const address = parseClamdAddress(peer.url)!;
    const files = createFiles({ ...base, log: { info: note, warn: note, error: note } }, createScanner(address));
    await files.scanLeft(() => false);
    await files.close();
    expect([await state(clean), await state(bad)]).toEqual(['clean', 409]);
    expect(warnings).toEqual(['malware was found in a stored file; it is withheld']);
  } finally {
    await other.close();
  }
});

test('a stored file that cannot be read holds no other from the scanner, and is named in the log', async () => {
  const other = await openTestApp();
  try {
    for (let count = 0; count < 2; count++) {
      const files = { document: scannedId(), picture: await pictureFile() };
      await other.ok(registerMember, { body: registrationBody(), files });
    }
    const unscanned = () =>
      other.database
        .select({ key: fileRows.key })
        .from(fileRows)
        .where(and(eq(fileRows.scan, 'none'), not(like(fileRows.key, 'public/%'))))
        .orderBy(fileRows.key);
    const [{ key: first } = { key: '' }, ...rest] = await unscanned();
    expect(rest.length).toBeGreaterThan(0);
    const path = join(other.config.dataDir, 'files', pathOf(first));
    await rm(path);
    await symlink(path, path);
    const noted: object[] = [];
    const log = { info() {}, warn: (fields: object) => void noted.push(fields), error() {} };
    const base = { config: other.config, database: other.database, storage: await openStorage(other.config), log };
    const files = createFiles(base, createScanner(parseClamdAddress(peer.url)!));
    await files.scanLeft(() => false);
    await files.close();
    expect(await unscanned()).toEqual([{ key: first }]);
    expect(noted).toEqual([{ file: first, reason: 'Error' }]);
  } finally {
    await other.close();
  }
});

test('a scanner that never answers delays one upload, and is then skipped for a while', async () => {
  peer.mood = 'silent';
  const scanner = createScanner(parseClamdAddress(peer.url)!, { seconds: 0.2 });
  const file = async function* () {
    yield Buffer.from('abc');
  };
  await expect(scanner.scan(file())).rejects.toThrow('did not answer in time');
  peer.mood = 'well';
  await expect(scanner.scan(file())).rejects.toThrow('a moment ago');
  expect(peer.scanned).toHaveLength(1);
});

test('an unreachable scanner counts as none', async () => {
  const gone = await startClamdPeer();
  await gone.close();
  const scanner = createScanner(parseClamdAddress(gone.url)!);
  await expect(scanner.scan([Buffer.from('abc')] as never)).rejects.toThrow();
});

test('only the owner and the office can open a file', async () => {
  const params = await registered();
  const stranger = { token: await memberToken(site) };
  expect((await site.call(memberDocument, { params }, stranger)).status).toBe(403);
});

test.each([
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://clamd', { host: 'clamd', port: 3310 }],
  ['tcp://[::1]:99', { host: '::1', port: 99 }],
  ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['http://clamd:3310', null],
  ['tcp://', null],
  ['tcp://host/path', null],
  ['unix://', null],
  ['3310', null],
])('the address %s', (text, address) => {
  expect(parseClamdAddress(text)).toEqual(address);
});
