import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { createWorkQueue } from './work-queue.ts';

const busy = () => new AppError('UNAVAILABLE', 'Too many.');

describe('the queue', () => {
  test('heavy work runs alone, light work a few at a time, in the order of arrival', async () => {
    const queue = createWorkQueue({ capacity: 10, parallel: 3, waiting: 100, busy });
    let load = 0;
    let max = 0;
    let running = 0;
    let busiest = 0;
    const order: number[] = [];
    const job = (weight: number, name: number) =>
      queue.run(weight, async () => {
        load += Math.min(weight, 10);
        max = Math.max(max, load);
        busiest = Math.max(busiest, ++running);
        order.push(name);
        await new Promise((resolve) => setImmediate(resolve));
        load -= Math.min(weight, 10);
        running--;
      });
    await Promise.all([4, 4, 50, 1, 1, 1, 1, 10, 3, 0.5].map((weight, name) => job(weight, name)));
    expect(max).toBeLessThanOrEqual(10);
    expect(busiest).toBe(3);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('work beyond the limit is refused, and a failure makes room for the next', async () => {
    const queue = createWorkQueue({ capacity: 1, parallel: 9, waiting: 2, busy });
    let fail = () => {};
    const first = queue.run(
      1,
      () =>
        new Promise<void>((_resolve, reject) => {
          fail = () => reject(new Error('no'));
        }),
    );
    const second = queue.run(1, async () => 'second');
    const third = queue.run(1, async () => 'third');
    await expect(queue.run(1, async () => 'fourth')).rejects.toThrow('Too many.');
    fail();
    await expect(first).rejects.toThrow('no');
    expect(await Promise.all([second, third])).toEqual(['second', 'third']);
  });
});
