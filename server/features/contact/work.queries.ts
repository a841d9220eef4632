import { sql } from 'drizzle-orm';
import type { OfficeWork } from '#server/feature.ts';
import { countWaiting, oldestWaiting } from '#server/platform/database/waiting.ts';
import { paths } from '#shared/paths.ts';
import { contactMessages } from './tables.ts';

const open = sql`${contactMessages} where doubtful = false and state = 'open'`;
const since = sql`created_at`;

/** Messages that nobody has answered. */
export const messageWork: readonly OfficeWork[] = [
  {
    kind: 'message',
    counted: 'messages',
    power: 'members',
    unbound: true,
    find: (db) => countWaiting(db, open, since),
    async oldest(db, _office, max) {
      const rows = await oldestWaiting(db, open, sql`name`, since, max);
      return rows.map(({ id, name, since: at }) => ({
        title: `Answer the message of ${name}`,
        since: at,
        href: paths.admin.opened(paths.admin.contacts, id),
      }));
    },
    title: (count) => `${count} more messages wait for an answer`,
    href: paths.admin.contacts,
  },
];
