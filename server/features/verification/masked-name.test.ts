import { expect, test } from 'vitest';
import { maskedName } from './verification.service.ts';

test.each([
  ['Asha Rao', 'A*** R***'],
  ['  Asha   K ', 'A*** K***'],
  ['कृष्णा शर्मा', 'कृ*** श***'],
  ['محمد اقبال', 'م*** ا***'],
  ['', ''],
])('%s', (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});
