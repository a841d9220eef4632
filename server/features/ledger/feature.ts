import type { Feature } from '#server/feature.ts';

/** What is owed, what came, and what settles what: its tables and their one writer, without calls of its own. */
export const ledger: Feature = { name: 'ledger' };
