import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['short', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcdefgh', 2],
  ['Abcdefgh12', 3],
  ['banyan court river lamp', 4],
])('%j is judged %i', (password, score) => {
  expect(passwordStrength(password).score).toBe(score);
});
