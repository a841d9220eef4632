import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readableByOthers } from '../main.ts';

const folder = mkdtempSync(join(tmpdir(), 'association-open-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, mode: number) => {
  const path = join(folder, name);
  writeFileSync(path, 'x');
  chmodSync(path, mode);
  return path;
};

test('a key or a data folder that other users may read is named by its variable', () => {
  const closed = file('closed', 0o600);
  const read = file('read', 0o644);
  const group = file('group', 0o640);
  expect(readableByOthers({ dataDir: folder, filesKey: closed, filesKeyOld: [closed] })).toEqual([]);
  expect(readableByOthers({ dataDir: folder, filesKey: read, filesKeyOld: [closed, group] })).toEqual([
    'FILES_KEY',
    'FILES_KEY_OLD',
  ]);
  expect(readableByOthers({ dataDir: folder, backupPassphraseFile: read })).toEqual(['BACKUP_PASSPHRASE_FILE']);
  chmodSync(folder, 0o755);
  expect(readableByOthers({ dataDir: folder })).toEqual(['DATA_DIR']);
  chmodSync(folder, 0o700);
});

test('a key in the environment and a missing file are not reported', () => {
  const filesKey = `${'A'.repeat(43)}=`;
  expect(
    readableByOthers({ dataDir: join(folder, 'none'), filesKey, backupPassphraseFile: join(folder, 'none') }),
  ).toEqual([]);
});

test.runIf(process.getuid?.() === 0)('another user’s file may be readable for us through its group', () => {
  const path = file('of-others', 0o640);
  chownSync(path, 65534, 0);
  expect(readableByOthers({ dataDir: folder, filesKey: path })).toEqual([]);
  chmodSync(path, 0o644);
  expect(readableByOthers({ dataDir: folder, filesKey: path })).toEqual(['FILES_KEY']);
});
