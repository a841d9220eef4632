import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '#server/platform/database/with-client.ts';
import { updateMember } from '#shared/contracts/members.ts';
import { formOf, openTestApp, type TestApp } from './app.ts';
import { memberFactory, registrationBody, scannedId } from './factories/members.ts';
import { memberToken } from './logins.ts';

/** Mounts a small disk; null if this user may not. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'association-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,nr_inodes=200', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

const disk = mountSmallDisk();
let site: TestApp;
let address: string;
beforeAll(async () => {
  site = await openTestApp(disk === null ? {} : { DATA_DIR: join(disk, 'data') });
  address = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await site?.close();
  if (disk === null) return;
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const noRoom = {
  success: false,
  code: 'UNAVAILABLE',
  message: 'Nothing can be saved just now, because the server has run out of space. Please try again later.',
};
const ready = async () => (await fetch(`${address}/readyz`)).status;

function fillDisk(): void {
  try {
    writeFileSync(join(disk!, 'filler'), Buffer.alloc(8 * 1024 * 1024));
  } catch {
    // The disk is full, as intended.
  }
}

// Answers must come at once, and not only when the connection is given up.
test.skipIf(disk === null)('uploads to a full disk are refused at once, and accepted when there is room', async () => {
  const member = await memberFactory(site);
  const token = await memberToken(site, member.id);
  const { email: _email, ...body } = registrationBody();
  const send = async (bytes: number) => {
    const form = formOf(updateMember, body, { document: { ...scannedId(), bytes: Buffer.alloc(bytes, 7) } });
    const answer = await fetch(`${address}/api/Directory/updateDirectory/${member.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': form.type },
      body: form.bytes,
      signal: AbortSignal.timeout(5_000),
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
  };
  expect(await send(300)).toMatchObject({ status: 200 });
  expect(await ready()).toBe(200);

  fillDisk();
  expect(await ready()).toBe(503);
  for (const bytes of [300, 70_000, 3_000_000]) {
    expect(await send(bytes), `${bytes} bytes`).toEqual({ status: 503, retryAfter: '60', body: noRoom });
  }

  // Room to receive files, but not to store them.

  fillUpTo(100 * 1024);
  expect(await send(70_000)).toMatchObject({ status: 503, body: noRoom });

  rmSync(join(disk!, 'filler'));
  expect(await ready()).toBe(200);
  expect(await send(3_000)).toMatchObject({ status: 200 });

  // Room for bytes, but not for another file.
  const names = useUpInodes();
  expect(await ready()).toBe(503);
  for (const bytes of [300, 3_000_000]) expect(await send(bytes)).toMatchObject({ status: 503, body: noRoom });
  for (const name of names) rmSync(name);
  expect(await ready()).toBe(200);
});

function useUpInodes(): string[] {
  const rows: string[] = [];
  try {
    for (let n = 0; ; n++) {
      const path = join(disk!, `empty${n}`);
      writeFileSync(path, '');
      rows.push(path);
    }
  } catch {
    return rows;
  }
}

/** Fills the disk up to this many free bytes. */
function fillUpTo(free: number): void {
  const path = join(disk!, 'filler');
  rmSync(path);
  const left = Number(execFileSync('df', ['--output=avail', '-B1', disk!]).toString().split('\n')[1]);
  writeFileSync(path, Buffer.alloc(left - free));
}

test('a database with a full disk is reported, and the server is ready again when there is room', async () => {
  const contact = () =>
    fetch(`${address}/api/Contact/createContact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fullname: 'Asha', email: 'asha@example.org', mobile_no: '1', message: 'Hello' }),
    });
  await withClient(site.ownerConnection, async (client) => {
    // Raises PostgreSQL's error for a full disk.
    await client.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    await client.query('create trigger no_room before insert on contact_messages execute function no_room()');
    const refused = await contact();
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual(noRoom);
    await client.query('drop trigger no_room on contact_messages');
  });
  expect((await contact()).status).toBe(200);
});
