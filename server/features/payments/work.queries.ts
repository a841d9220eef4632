import { sql } from 'drizzle-orm';
import type { OfficeWork } from '#server/feature.ts';
import { rowsWaiting } from '#server/platform/database/waiting.ts';
import { paths } from '#shared/paths.ts';
import { payments } from './tables.ts';

const claimed = sql`${payments} where state = 'claimed'`;

/** Proofs of payment that nobody has checked. */
export const proofWork: readonly OfficeWork[] = [
  {
    kind: 'proof',
    counted: 'payments',
    power: 'money',
    ...rowsWaiting(claimed, sql`reference`, sql`claimed_at`, ({ name }) => ({
      title: `Check the proof of payment ${name}`,
      href: paths.admin.paymentsWith(name),
    })),
    title: (count) => `${count} more proofs of payment wait`,
    href: paths.admin.payments,
  },
];
