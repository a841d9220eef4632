import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { readConfig } from '#server/config.ts';
import { members } from '#server/features/members/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createFiles } from '#server/platform/storage/files.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { newMember } from './logins.ts';

// A process that a test starts and kills: stores and replaces members' files endlessly.
const { connection, dataDir } = JSON.parse(process.argv[2] ?? '{}') as { connection: object; dataDir: string };
const config = readConfig({ DATA_DIR: dataDir });
const database = openDatabase({ ...connection, application_name: 'file-writer' });
await database.ready();
const log = { info: () => {}, warn: () => {}, error: () => {} };
const files = createFiles({ config, database, storage: await openStorage(config), log });
const folder = await mkdtemp(join(tmpdir(), 'association-writer-'));

async function storeOne() {
  const bytes = randomBytes(20_000);
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, bytes);
  return files.store({ path, name: 'id.pdf', claimedType: '', bytes: bytes.length, hash: 'x' }, 'document');
}

async function work(): Promise<never> {
  for (;;) {
    const first = await storeOne();
    const member = await database.transaction(async (tx) => {
      await files.attach(tx, first);
      // A transaction has all the methods that are used here.
      const row = await newMember({ database: tx as unknown as Database }, { documentFile: first.key });
      return row;
    });
    const second = await storeOne();
    await database.transaction(async (tx) => {
      await files.attach(tx, second);
      await tx.update(members).set({ documentFile: second.key }).where(eq(members.id, member.id));
      await files.release(tx, first.key);
    });
    await files.cleanUp();
    console.log('stored');
  }
}

await Promise.all([work(), work(), work()]);
