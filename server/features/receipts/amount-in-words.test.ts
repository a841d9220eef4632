import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

test.each([
  [0, 'Zero'],
  [1, 'One'],
  [10, 'Ten'],
  [19, 'Nineteen'],
  [40, 'Forty'],
  [100, 'One Hundred'],
  [999, 'Nine Hundred Ninety-nine'],
  [1_000, 'One Thousand'],
  [10_001, 'Ten Thousand One'],
  [25_000, 'Twenty-five Thousand'],
  [1_00_000, 'One Lakh'],
  [1_23_45_678, 'One Crore Twenty-three Lakh Forty-five Thousand Six Hundred Seventy-eight'],
  [21_474_83_647, 'Two Hundred Fourteen Crore Seventy-four Lakh Eighty-three Thousand Six Hundred Forty-seven'],
])('%i', (amount, words) => {
  expect(amountInWords(amount)).toBe(`${amount === 1 ? 'Rupee' : 'Rupees'} ${words} Only`);
});
