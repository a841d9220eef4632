import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '#server/features/auth/common-passwords.ts';
import { commonPrefixes, commonWhole, commonWords } from '#server/features/auth/common-passwords-data.ts';

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
    '12ram@1985',
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
    'Ｐａｓｓｗｏｒｄ１',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
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
  ])('lets %s pass', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('lets random passwords pass', () => {
    const sign = fc.constantFrom(...'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789');
    fc.assert(
      fc.property(fc.array(sign, { minLength: 14, maxLength: 14 }), (signs) => !isCommonPassword(signs.join(''))),
      { seed: 20260101, numRuns: 2_000 },
    );
  });

  it('answers for any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (text) => typeof isCommonPassword(text) === 'boolean'),
      { seed: 20260101, numRuns: 500 },
    );
  });

  it('refuses every listed password, in any case and with a year behind it', () => {
    for (const text of commonWhole.trim().split(/\s+/)) expect([text, isCommonPassword(text)]).toEqual([text, true]);
    for (const text of commonWords.trim().split(/\s+/)) {
      expect([text, isCommonPassword(text.toUpperCase())]).toEqual([text, true]);
      expect([text, isCommonPassword(`${text}@2026`)]).toEqual([text, true]);
    }
  });

  it('has clean lists', () => {
    for (const list of [commonWhole, commonWords, commonPrefixes]) {
      for (const text of list.trim().split(/\s+/)) expect(text).toMatch(/^[a-z0-9]+$/);
    }
  });
});
