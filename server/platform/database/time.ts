import { type SQLWrapper, sql } from 'drizzle-orm';
import { clock } from '#shared/clock.ts';

/** The program's time in a statement, evaluated when the statement is sent; never the database's own `now()`. */
export const currentTime: SQLWrapper = { getSQL: () => sql`${clock.now().toISOString()}::timestamptz` };
