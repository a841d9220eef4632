import { sql } from 'drizzle-orm';
import type { OfficeWork } from '#server/feature.ts';
import { rowsWaiting } from '#server/platform/database/waiting.ts';
import { paths } from '#shared/paths.ts';
import { contactMessages } from './tables.ts';

const open = sql`${contactMessages} where doubtful = false and state = 'open'`;

/** Messages that nobody has answered. */
export const messageWork: readonly OfficeWork[] = [
  {
    kind: 'message',
    counted: 'messages',
    power: 'members',
    unbound: true,
    ...rowsWaiting(open, sql`name`, sql`created_at`, ({ id, name }) => ({
      title: `Answer the message of ${name}`,
      href: paths.admin.opened(paths.admin.contacts, id),
    })),
    title: (count) => `${count} more messages wait for an answer`,
    href: paths.admin.contacts,
  },
];
