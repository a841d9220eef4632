import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { underWay } from '#shared/limits.ts';
import { Slots } from './slots.ts';

const bodyOf = () => ({ socket: { bytesRead: 0 }, destroy: vi.fn() }) as unknown as IncomingMessage;

let slots: Slots;
beforeEach(() => {
  vi.useFakeTimers();
  slots = new Slots({ inAll: 2, perNetwork: 1 });
});
afterEach(async () => {
  await slots.close();
  vi.useRealTimers();
});

/** Lets so much time go by, while the body arrives at this rate. */
async function arrive(body: IncomingMessage, milliseconds: number, bytesPerSecond: number): Promise<void> {
  for (let over = 0; over < milliseconds; over += 100) {
    Object.assign(body.socket, { bytesRead: body.socket.bytesRead + bytesPerSecond / 10 });
    await vi.advanceTimersByTimeAsync(100);
  }
}

test('a body that arrives keeps its slot; one that has stalled, or is too slow, loses it to the next', async () => {
  const first = bodyOf();
  slots.take(first, 'one');
  await arrive(first, underWay.slowAfterMs * 2, underWay.leastBytesPerSecond * 2);
  expect(slots.take(bodyOf(), 'one')).toBe('network');
  expect(first.destroy).not.toHaveBeenCalled();

  await arrive(first, underWay.stillMs + 500, 0);
  const second = bodyOf();
  expect(slots.take(second, 'one')).toBeTypeOf('function');
  expect(first.destroy).toHaveBeenCalled();

  await arrive(second, underWay.slowAfterMs - 500, underWay.leastBytesPerSecond / 2);
  expect(slots.take(bodyOf(), 'one')).toBe('network');
  await arrive(second, 1_000, underWay.leastBytesPerSecond / 2);
  expect(slots.take(bodyOf(), 'one')).toBeTypeOf('function');
  expect(second.destroy).toHaveBeenCalled();
});

test('what one network leaves is for others, and a slot that is given back is free', () => {
  const giveBack = slots.take(bodyOf(), 'one');
  slots.take(bodyOf(), 'two');
  expect(slots.take(bodyOf(), 'three')).toBe('all');
  if (typeof giveBack === 'function') giveBack();
  expect(slots.take(bodyOf(), 'three')).toBeTypeOf('function');
});
