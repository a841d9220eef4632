import { hash, verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { hashPassword, randomDigits, temporaryPassword, verifyPassword } from './password-hashing.ts';
import { passwordProblem } from './password-rules.ts';

vi.mock('@node-rs/argon2', { spy: true });

test('two hashes at once, sixty-four in the queue, the rest is refused', async () => {
  let running = 0;
  let max = 0;
  const ends: (() => void)[] = [];
  vi.mocked(hash).mockImplementation(
    () =>
      new Promise((resolve) => {
        running += 1;
        max = Math.max(max, running);
        ends.push(() => {
          running -= 1;
          resolve('a hash');
        });
      }),
  );
  const rows = Array.from({ length: 70 }, () =>
    hashPassword('x').then(
      () => 'done',
      (error) => error.code as string,
    ),
  );
  // A refused call is answered at once, before any work.
  expect(await Promise.all(rows.slice(66))).toEqual(Array(4).fill('UNAVAILABLE'));
  for (let ended = 0; ended < 66; ended += 1) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(ended), 20_000);
    ends[ended]!();
  }
  expect(await Promise.all(rows.slice(0, 66))).toEqual(Array(66).fill('done'));
  expect(max).toBe(2);
  vi.mocked(hash).mockReset();
  // The places are free again, also after a failure.
  vi.mocked(hash).mockRejectedValueOnce(new Error('no memory'));
  await expect(hashPassword('x')).rejects.toThrow('no memory');
  vi.mocked(hash).mockRestore();
  expect(await Promise.all(['x', 'y', 'z'].map((text) => hashPassword(text)))).toHaveLength(3);
});

test('argon2id with the decided cost, and a new salt each time', async () => {
  const [one, two] = await Promise.all([hashPassword('the same'), hashPassword('the same')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'the same')).toBe(true);
  expect(await verifyPassword(one, 'the Same')).toBe(false);
});

test('without a hash nothing matches, after the same work', async () => {
  vi.mocked(verify).mockClear();
  expect(await verifyPassword(null, '')).toBe(false);
  expect(vi.mocked(verify)).toHaveBeenCalledOnce();
  // Even if the dummy's password were guessed.
  vi.mocked(verify).mockResolvedValueOnce(true);
  expect(await verifyPassword(null, 'guessed')).toBe(false);
});

const ravi = { email: 'ravi.kumar85@delhibar.example.org', name: 'Dr. Ravi Kumar Śarmā' };

test.each([
  ['several plain words', ravi, false],
  ['ravikumar85 goes home', ravi, true],
  ['xx RAVI.Kumar xx', ravi, true],
  ['kumar goes home', ravi, true],
  ['R@v1 goes home', ravi, true],
  ['my dear śarmā', ravi, true],
  ['DelhiBar and more', ravi, true],
  ['the org of many', ravi, false],
  ['meera in the rain', { email: 'meera+club@example.org' }, true],
  ['a jolly journey', { email: 'jo@example.org', name: 'Jo Ann Rao' }, false],
  ['Password@123', { email: 'someone@example.org' }, true],
  ['1234567890', { email: 'someone@example.org' }, true],
])('"%s" of %j is refused: %s', async (password, person, refused) => {
  expect((await passwordProblem(password, person)) !== null).toBe(refused);
});

test('our generated passwords pass the rules, and do not repeat', async () => {
  const rows = Array.from({ length: 500 }, temporaryPassword);
  expect(new Set(rows).size).toBe(500);
  for (const password of rows) {
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
    expect(await passwordProblem(password, { email: 'someone@example.org' })).toBeNull();
  }
  for (let times = 0; times < 500; times += 1) expect(randomDigits(6)).toMatch(/^\d{6}$/);
});
