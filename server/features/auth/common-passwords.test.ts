import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '#server/features/auth/common-passwords.ts';

describe('common passwords', () => {
  it.each([
    'password',
    'PASSWORD',
    ' Password ',
    'Password1',
    'Password@123',
    'P@ssw0rd',
    'p@$$w0rd!',
    'Passw0rd2026',
    'Admin@123',
    'admin1234',
    'Welcome@2026',
    'qwertyuiop',
    'Qwerty123!',
    'asdfghjkl',
    '1qaz2wsx',
    '1q2w3e4r5t',
    '12345678',
    '87654321',
    '9876543210',
    'abcdefgh',
    'aaaaaaaa',
    '11111111',
    'abcabcabc',
    'passwordpassword',
    'India@1947',
    'iloveindia',
    'Bharat@123',
    'JaiShriRam',
    'jaihind@123',
    'OmNamahShivaya',
    'omsairam108',
    'Krishna@1985',
    'ramesh1985',
    'Priya@12345',
    '12tiger@1985',
    'Sachin10!!',
    'Mumbai@2024',
    'Prosecutor@1',
    'advocate123',
    'HighCourt@2026',
    'my password',
    '15081947',
    '26-01-1950',
    '1950.01.26',
    '786786786',
    'Tig3r@2020',
    '98765-43210',
    'lkjhgfdsa1',
    'qwertyqwerty',
    'Ｐａｓｓｗｏｒｄ１',
  ])('refuses %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each([
    'correct horse battery staple',
    'T7#kd92Lmq',
    'neem-tree by the old well',
    'Vakalatnama under 3 mango trees',
    'plum8Ocelot-grid',
    'नीम का पेड़ आँगन में',
    'b4rley+q1ngdom',
    '40 lamps, 1 verandah',
  ])('lets %s pass', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  it('does not match random passwords', async () => {
    const sign = fc.constantFrom(...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789');
    await fc.assert(
      fc.asyncProperty(
        fc.array(sign, { minLength: 14, maxLength: 14 }),
        async (signs) => !(await isCommonPassword(signs.join(''))),
      ),
      { seed: 20260101, numRuns: 2_000 },
    );
  });

  it('accepts any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 128 }),
        async (text) => typeof (await isCommonPassword(text)) === 'boolean',
      ),
      { seed: 20260101, numRuns: 500 },
    );
  });

  it('match the 3,000 most frequent passwords of at least 8 characters, in any case', async () => {
    const frequent = dictionary['passwords-common'].filter((text) => text.length >= 8).slice(0, 3_000);
    expect(frequent).toHaveLength(3_000);
    const accepted: string[] = [];
    for (const text of frequent) if (!(await isCommonPassword(text.toUpperCase()))) accepted.push(text);
    expect(accepted).toEqual([]);
  });
});
