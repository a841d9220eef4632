import { sql } from 'drizzle-orm';

/** A condition on `members`: circulars to the address have stopped, since mails to it did not arrive. */
export const isStopped = sql`false`;
