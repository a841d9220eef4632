import { timestamp } from 'drizzle-orm/pg-core';
import { clock } from '#shared/clock.ts';

export const moment = () => timestamp({ withTimezone: true, mode: 'date' });

/** The moment of the row's insertion, by the clock that tests can set. */
export const insertedAt = () => moment().notNull().defaultNow().$defaultFn(clock.now);
