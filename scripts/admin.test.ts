import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { sessions } from '#server/features/auth/tables.ts';
import { attachDatabase } from '#server/platform/database/attach.ts';
import type { Database } from '#server/platform/database/client.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { asStarted, nodeArguments } from '#tests/server-process.ts';

// The commands run beside a server with an embedded database, which this process stands in for.
let dataDir: string;
let database: Database;
let stop: () => Promise<void>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'association-admin-'));
  const attached = await attachDatabase({ dataDir }, () => {});
  stop = attached.stop;
  database = openDatabase(attached.connection);
  await migrate(attached);
});
afterAll(async () => {
  await database.close();
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

function run(...words: string[]): Promise<{ code: number; out: string; error: string }> {
  return new Promise((resolve) => {
    const env = { ...asStarted(), DATA_DIR: dataDir };
    execFile(process.execPath, [...nodeArguments, 'scripts/admin.ts', ...words], { env }, (failure, out, error) => {
      resolve({ code: failure ? Number(failure.code ?? 1) : 0, out, error });
    });
  });
}

const all = () => database.select().from(administrators).orderBy(administrators.createdAt);
const passwordIn = (out: string) => /^Temporary password: (\S+)$/m.exec(out)![1]!;

// Each command is a separate process, which takes a while on a busy machine.
const limit = 180_000;

test('makes, lists, resets, disables and enables administrators while the server runs', {
  timeout: limit,
}, async () => {
  expect((await run('list')).out).toBe('There is no administrator.\n');
  const created = await run('create', 'First@Example.org');
  expect(created).toMatchObject({ code: 0, error: '' });
  const [first] = await all();
  expect(first).toMatchObject({ email: 'first@example.org', mustChangePassword: true, disabled: false });
  expect(await verify(first!.passwordHash!, passwordIn(created.out))).toBe(true);

  await createSession(database, { administratorId: first!.id });
  const reset = await run('reset', 'first@example.org');
  const [after] = await all();
  expect(await verify(after!.passwordHash!, passwordIn(reset.out))).toBe(true);
  expect(await database.$count(sessions)).toBe(0);

  expect(await run('disable', 'first@example.org')).toMatchObject({
    code: 1,
    out: '',
    error: 'This is the last administrator with the power ‘Full’ who has logged in.\n',
  });
  await run('create', 'second@example.org');
  await database.update(administrators).set({ lastLoginAt: new Date('2026-01-05T06:00:00Z') });
  expect((await run('disable', 'first@example.org')).out).toBe('first@example.org is disabled.\n');
  expect((await run('list')).out.split('\n')).toEqual([
    expect.stringContaining('first@example.org · disabled · Full for all India · second factor off'),
    expect.stringContaining('second@example.org · active · Full for all India · second factor off'),
    '',
  ]);
  const bound = ['create', 'third@example.org', '--powers', 'letters,members', '--state', 'Kerala', '--state', 'Goa'];
  expect((await run(...bound)).code).toBe(0);
  expect((await all()).at(-1)).toMatchObject({ powers: ['members', 'letters'], states: ['Goa', 'Kerala'] });
  expect((await run('powers', 'third@example.org', '--powers', 'money')).out).toBe(
    'third@example.org: Money for all India\n',
  );
  const [enabled, factor] = await Promise.all([
    run('enable', 'first@example.org'),
    run('reset-second-factor', 'first@example.org'),
  ]);
  expect(enabled.out).toBe('first@example.org is enabled.\n');
  expect(factor.out).toBe('The second factor of first@example.org was off already.\n');
});

test('reports an error in one sentence', { timeout: limit }, async () => {
  expect((await run()).out).toContain('npm run admin -- create <e-mail>');
  expect(await run('--help')).toMatchObject({ code: 0 });
  const mistakes = [
    [['erase'], 'There is no command "erase".'],
    [['constructor', 'a@example.org'], 'There is no command "constructor".'],
    [['create'], 'An e-mail is missing.'],
    [['create', 'a@example.org', 'secret'], 'Only one e-mail can be given.'],
    [
      ['create', 'a@example.org', '--powers', 'money', '--state', 'Goa'],
      'Only the powers ‘Members’, ‘Letters’ and ‘Cases’ can be bound to States.',
    ],
    [['powers', 'a@example.org', '--powers', 'all'], 'Please choose at least one power.'],
  ] as const;
  await Promise.all(
    mistakes.map(async ([words, message]) => {
      const { code, out, error } = await run(...words);
      expect([code, out]).toEqual([1, '']);
      expect(error.split('\n')[0]).toBe(message);
      expect(error).toContain('npm run admin -- list');
    }),
  );
  expect(await run('reset', 'nobody@example.org')).toMatchObject({
    code: 1,
    error: 'This administrator was not found.\n',
  });
});
