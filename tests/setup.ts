import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { minimumDuration } from '#server/platform/with-timeout.ts';
import { clock } from '#shared/clock.ts';

// Test files of one worker share its modules, including the clock that some of them set.
clock.set(new Date());
minimumDuration.ms = 0;

/** Statements that were given to a connection while it was executing another one, which the library is going to refuse; and warnings of Node.js. */
const complaints: string[] = [];

const { query } = pg.Client.prototype as { query: (...rows: unknown[]) => unknown };
pg.Client.prototype.query = function checked(this: pg.Client, ...rows: unknown[]) {
  const { _activeQuery: active, _queryQueue: queued } = this as unknown as { _activeQuery: unknown; _queryQueue: [] };
  if (active || queued.length > 0) complaints.push(new Error('Two queries at once on one connection').stack ?? '');
  return query.apply(this, rows);
} as typeof pg.Client.prototype.query;

function note({ name, stack = '' }: Error): void {
  if (name === 'DeprecationWarning' || name === 'MaxListenersExceededWarning') complaints.push(stack);
}
process.on('warning', note);

afterAll(() => {
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  process.off('warning', note);
  expect(complaints).toEqual([]);
});
