import { expect, test } from 'vitest';
import { freeMemory } from './work-queue.ts';

test('garbage of a start does not stay in the heap', () => {
  const held = new WeakRef(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  // A reference that was read in this turn of the event loop would be kept until its end.
  return new Promise<void>((done) => setTimeout(done, 0)).then(() => {
    freeMemory();
    expect(held.deref()).toBeUndefined();
  });
});
