import { sql } from 'drizzle-orm';
import type { OfficeWork } from '#server/feature.ts';
import { rowsWaiting } from '#server/platform/database/waiting.ts';
import { paths } from '#shared/paths.ts';
import { letters } from './tables.ts';

const stopped = sql`${letters} where state = 'stopped' and cardinality(states) = 0`;

/** Letters that were stopped while they were sent. */
export const letterWork: readonly OfficeWork[] = [
  {
    kind: 'letter',
    power: 'letters',
    unbound: true,
    ...rowsWaiting(stopped, sql`title`, sql`started_at`, ({ id, name }) => ({
      title: `The letter ‘${name}’ was stopped`,
      href: paths.admin.letter(id),
    })),
    title: (count) => `${count} more letters were stopped`,
    href: paths.admin.letters,
  },
];
