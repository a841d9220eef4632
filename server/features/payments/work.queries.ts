import { sql } from 'drizzle-orm';
import type { OfficeWork } from '#server/feature.ts';
import { countWaiting, oldestWaiting } from '#server/platform/database/waiting.ts';
import { paths } from '#shared/paths.ts';
import { payments } from './tables.ts';

const claimed = sql`${payments} where state = 'claimed'`;
const since = sql`claimed_at`;

/** Proofs of payment that nobody has checked. */
export const proofWork: readonly OfficeWork[] = [
  {
    kind: 'proof',
    counted: 'payments',
    power: 'money',
    find: (db) => countWaiting(db, claimed, since),
    async oldest(db, _office, max) {
      const rows = await oldestWaiting(db, claimed, sql`reference`, since, max);
      return rows.map(({ name, since: at }) => ({
        title: `Check the proof of payment ${name}`,
        since: at,
        href: paths.admin.paymentsWith(name),
      }));
    },
    title: (count) => `${count} more proofs of payment wait`,
    href: paths.admin.payments,
  },
];
