import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { lockDataDir } from '#server/data-dir.ts';
import { runningDatabase, startEmbeddedDatabase } from '#server/database/embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'association-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function backUp(dataDir: string, target: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['scripts/backup.ts', target], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

test('a backup under load starts as a server of its own, with everything acknowledged before it began', async () => {
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'files', 'ids'), { recursive: true });
  writeFileSync(join(dataDir, 'files', 'ids', 'one'), 'a scanned ID');
  writeFileSync(join(dataDir, 'secret'), 'kept', { mode: 0o600 });
  mkdirSync(join(dataDir, 'uploads'));
  writeFileSync(join(dataDir, 'uploads', 'half'), 'half an upload');
  const lock = await lockDataDir(dataDir);
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  const pool = new pg.Pool({ ...database.ownerConnection, max: 4 });
  await pool.query('create table entries (number int primary key, filler text)');
  await pool.query(`insert into entries select n, repeat('x', 500) from generate_series(1, 20000) n`);

  let written = 20_000;
  let writing = true;
  const writer = (async () => {
    while (writing) {
      await pool.query(`insert into entries values ($1, repeat('y', 2000))`, [written + 1]);
      written += 1;
      if (written % 50 === 0)
        await pool.query('update entries set filler = filler where number % 100 = $1', [written % 100]);
    }
  })();
  const before = written;
  const target = join(folder, 'backups', 'monday');
  const { code, output } = await backUp(dataDir, target);
  writing = false;
  await writer;
  expect(output).toContain(`The backup is complete: ${target}`);
  expect(code).toBe(0);
  expect(written).toBeGreaterThan(before);
  expect(statSync(target).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(target, 'files', 'ids', 'one'), 'utf8')).toBe('a scanned ID');
  expect(readFileSync(join(target, 'secret'), 'utf8')).toBe('kept');
  for (const name of ['uploads', 'server.lock', 'server.pid']) expect(existsSync(join(target, name))).toBe(false);
  const notes = readdirSync(join(target, 'postgres')).filter((name) => /^(postmaster\.|\.s\.PGSQL)/.test(name));
  expect(notes).toEqual([]);

  // Beside the running original: what names its process must not be in the copy.
  const restored = await startEmbeddedDatabase({ dataDir: target, log: () => {} });
  const client = new pg.Client(restored.ownerConnection);
  await client.connect();
  const { rows } = await client.query(
    'select count(*)::int as count, max(number) as last, sum(length(filler)) from entries',
  );
  // Every entry up to some moment during the backup, and none after a gap.
  expect(rows[0].count).toBe(rows[0].last);
  expect(rows[0].count).toBeGreaterThanOrEqual(before);
  expect(rows[0].count).toBeLessThanOrEqual(written);
  await client.end();
  await restored.stop();
  await pool.end();
  await database.stop();
  lock.release();
});

test('a backup of a stopped server, twice to the same place', async () => {
  const dataDir = join(folder, 'stopped');
  mkdirSync(dataDir, { mode: 0o700 });
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  await database.stop();
  const target = join(folder, 'tuesday');
  expect(await backUp(dataDir, target)).toMatchObject({ code: 0 });
  expect(runningDatabase(dataDir)).toBeUndefined();
  const again = await backUp(dataDir, target);
  expect(again.code).toBe(1);
  expect(again.output).toContain('exists already');
  const inside = await backUp(dataDir, join(dataDir, 'backup'));
  expect(inside.code).toBe(1);
  expect(inside.output).toContain('cannot lie inside');
});
