import { sql } from 'drizzle-orm';
import type { OfficeWork } from '#server/feature.ts';
import { countWaiting, oldestWaiting } from '#server/platform/database/waiting.ts';
import { paths } from '#shared/paths.ts';
import { letters } from './tables.ts';

const stopped = sql`${letters} where state = 'stopped' and cardinality(states) = 0`;
const since = sql`started_at`;

/** Letters that were stopped while they were sent. */
export const letterWork: readonly OfficeWork[] = [
  {
    kind: 'letter',
    power: 'letters',
    unbound: true,
    find: (db) => countWaiting(db, stopped, since),
    async oldest(db, _office, max) {
      const rows = await oldestWaiting(db, stopped, sql`title`, since, max);
      return rows.map(({ id, name, since: at }) => ({
        title: `The letter ‘${name}’ was stopped`,
        since: at,
        href: paths.admin.letter(id),
      }));
    },
    title: (count) => `${count} more letters were stopped`,
    href: paths.admin.letters,
  },
];
