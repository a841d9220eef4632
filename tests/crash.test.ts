import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/client.ts';
import { runningDatabase } from '#server/database/embedded.ts';
import { files } from '#server/database/tables/files.ts';
import { members } from '#server/database/tables/members.ts';
import { multipartBody, type TestFile } from './app.ts';
import { registrationBody } from './factories/members.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { eventually } from './wait.ts';

// Registrations with real files against a real server, which is killed in the middle of them, twice.

const count = 30;
const atOnce = 6;
const office = { email: 'office@example.org', password: 'Banyan-tree-court-41' };

interface Submission {
  email: string;
  document: TestFile;
  type: string;
  bytes: Buffer;
  /** What the server has answered, once it has. */
  acknowledged?: { _id: string; reference: string };
}

let dataDir: string;
let server: ServerProcess | undefined;

async function start(): Promise<ServerProcess> {
  server = await startServerProcess({
    dataDir,
    env: { ADMIN_EMAIL: office.email, ADMIN_PASSWORD: office.password },
  });
  await server.ready();
  return server;
}

async function kill(): Promise<void> {
  server?.child.kill('SIGKILL');
  await server?.ended();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'association-crash-'));
});
afterAll(async () => {
  await kill();
  // The database of a killed server ends a moment later.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

/** A photograph's worth of noise, and a scan of some hundred kilobytes: files that take a while to arrive and to keep. */
async function submission(number: number): Promise<Submission> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 + number } as const;
  const picture = await sharp({ create: { width: 640, height: 800, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer();
  const scan = Buffer.alloc(200_000 + number, `%PDF scan ${number} `);
  const body = registrationBody();
  const document = { name: `scan ${number}.pdf`, type: 'application/pdf', bytes: scan };
  const profile_Pic = { name: `me ${number}.jpg`, type: 'image/jpeg', bytes: picture };
  return { email: String(body.email), document, ...multipartBody(body, { document, profile_Pic }) };
}

/** Sends what has not been acknowledged; whoever meets a dead server goes away empty-handed. */
async function sendAll(address: string, submissions: Submission[], onAnswer: () => void): Promise<void> {
  const left = submissions.filter((each) => !each.acknowledged).values();
  const worker = async () => {
    for (const each of left) {
      try {
        const response = await fetch(`${address}/api/Directory/Create`, {
          method: 'POST',
          headers: { 'content-type': each.type },
          body: new Uint8Array(each.bytes),
        });
        const answer = (await response.json()) as { directory?: Submission['acknowledged']; message: string };
        if (response.status !== 200) throw new Error(`refused: ${answer.message}`);
        each.acknowledged = answer.directory!;
        onAnswer();
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('refused')) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function filesOnDisk(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Rows and files as they are once the server has tidied up: each has the other. */
async function expectConsistent(submissions: Submission[]): Promise<void> {
  const database = openDatabase(runningDatabase(dataDir)!.connection, { poolSize: 2 });
  try {
    const kept = () => database.select().from(files);
    const isTidy = async () => (await kept()).every((file) => file.state === 'attached');
    await eventually(isTidy, 'left-over files swept');
    const rows = await database.select().from(members);
    const named = rows.flatMap((row) => [row.documentFile, row.pictureFile]).sort();
    expect(named).not.toContain(null);
    expect((await kept()).map((file) => file.key).sort()).toEqual(named);
    expect((await filesOnDisk(join(dataDir, 'files'))).sort()).toEqual(named);
    expect(await filesOnDisk(join(dataDir, 'uploads'))).toEqual([]);
    for (const { acknowledged, email, document } of submissions) {
      const found = rows.filter((row) => row.email === email);
      expect(found.length).toBeLessThanOrEqual(1);
      if (!acknowledged) continue;
      expect(found.map((row) => [row.id, row.reference])).toEqual([[acknowledged._id, acknowledged.reference]]);
      const scan = (await kept()).find((file) => file.key === found[0]?.documentFile);
      expect(scan).toMatchObject({ name: document.name, bytes: document.bytes.length });
    }
  } finally {
    await database.close();
  }
}

/** What the office gets to see is what was sent. */
async function expectFilesReadable(address: string, submissions: Submission[]): Promise<void> {
  const login = await fetch(`${address}/api/Admin/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(office),
  });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  for (const { acknowledged, document } of submissions) {
    if (!acknowledged) continue;
    const scan = await fetch(`${address}/api/Directory/document/${acknowledged._id}`, { headers });
    expect(hash(await scan.bytes())).toBe(hash(document.bytes));
    const review = await fetch(`${address}/api/Directory/review/${acknowledged._id}`, { headers });
    const { data } = (await review.json()) as { data: { profile_Pic: string } };
    const picture = await fetch(address + data.profile_Pic);
    expect((await sharp(await picture.bytes()).stats()).channels).toHaveLength(3);
  }
}

test('after kill -9 every acknowledged registration is there with its files, and no file is without its record', async () => {
  const submissions = await Promise.all(Array.from({ length: count }, (_, number) => submission(number)));
  const acknowledged = () => submissions.filter((each) => each.acknowledged).length;

  let { address } = await start();
  for (const killAt of [7, 19]) {
    await sendAll(address, submissions, () => {
      if (acknowledged() === killAt) server?.child.kill('SIGKILL');
    });
    await server?.ended();
    // In the middle: some were answered, others were not.
    expect(acknowledged()).toBeGreaterThanOrEqual(killAt);
    expect(acknowledged()).toBeLessThan(count);
    ({ address } = await start());
    await expectConsistent(submissions);
    await expectFilesReadable(address, submissions);
  }

  await sendAll(address, submissions, () => {});
  expect(acknowledged()).toBe(count);
  await expectConsistent(submissions);
  await expectFilesReadable(address, submissions);
}, 300_000);
