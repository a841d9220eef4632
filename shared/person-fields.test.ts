import { afterEach, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import { latestAdultBirthday } from './person-fields.ts';

const real = new Date();
afterEach(() => clock.set(real));

it.each([
  // Midnight in India is half past six in the evening in UTC.
  ['2026-11-20T18:29:00Z', '2008-11-20'],
  ['2026-11-20T18:30:00Z', '2008-11-21'],
  ['2028-02-29T06:00:00Z', '2010-02-28'],
  ['2028-03-01T06:00:00Z', '2010-03-01'],
])('at %s anyone who was born until %s is of age', (now, latest) => {
  clock.set(new Date(now));
  expect(latestAdultBirthday()).toBe(latest);
});
