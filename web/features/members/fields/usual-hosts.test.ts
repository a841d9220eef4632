import { expect, test } from 'vitest';
import { likelyHost } from './usual-hosts.ts';

test.each([
  ['asha@gmial.com', 'gmail.com'],
  ['Asha@GMAIL.CO', 'gmail.com'],
  ['asha@gmaill.com', 'gmail.com'],
  ['asha@yaho.co.in', 'yahoo.co.in'],
  ['asha@redifmail.com', 'rediffmail.com'],
  ['asha@gmail.com', undefined],
  ['asha@ymail.com', undefined],
  ['asha@example.org', undefined],
  ['asha', undefined],
  ['', undefined],
])('%s: %s', (address, host) => {
  expect(likelyHost(address)).toBe(host);
});
