import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoop } from './loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failed = () => 5_000;

test('rounds follow one another, with the pause that each one asks for', async () => {
  const begun: number[] = [];
  const loop = createLoop(async () => begun.push(performance.now()) * 1_000, { failed });
  const start = performance.now();
  loop.start();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(begun.map((at) => at - start)).toEqual([0, 1_000, 3_000]);
  await loop.stop();
});

test('what wakes it within the time of gathering is one round, which further wakes do not put off', async () => {
  const round = vi.fn(async () => Infinity);
  const loop = createLoop(round, { failed, gatherMs: 500 });
  for (let wake = 0; wake < 4; wake++) {
    loop.wake();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(round).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(round).toHaveBeenCalledTimes(1);
  // And then it rests.
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(round).toHaveBeenCalledTimes(1);
});

test('a wake cuts a pause short; one during a round leads to another soon after it, never beside it', async () => {
  const ends: (() => void)[] = [];
  const round = vi.fn(() => new Promise<number>((resolve) => ends.push(() => resolve(60_000))));
  const loop = createLoop(round, { failed, soonMs: 1_000 });
  loop.start();
  await vi.advanceTimersByTimeAsync(0);
  loop.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(round).toHaveBeenCalledTimes(1);
  ends.shift()!();
  await vi.advanceTimersByTimeAsync(999);
  expect(round).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
  ends.shift()!();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(round).toHaveBeenCalledTimes(2);
  loop.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(round).toHaveBeenCalledTimes(3);
});

test('a failed round is noted, and followed by another after its own pause', async () => {
  const round = vi.fn(async () => Infinity).mockRejectedValueOnce(new Error('away'));
  const note = vi.fn(failed);
  createLoop(round, { failed: note }).start();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(note.mock.calls).toEqual([[new Error('away')]]);
  expect(round).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
});

test('a stop tells the round, waits for it, and none follows', async () => {
  const ended = Promise.withResolvers<number>();
  let stopping = () => false;
  const round = vi.fn((isStopping: () => boolean) => {
    stopping = isStopping;
    return ended.promise;
  });
  const loop = createLoop(round, { failed });
  loop.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(stopping()).toBe(false);
  const isOver = vi.fn();
  const stopped = loop.stop().then(isOver);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([stopping(), isOver.mock.calls.length]).toEqual([true, 0]);
  ended.resolve(0);
  await stopped;
  loop.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(round).toHaveBeenCalledTimes(1);
});
