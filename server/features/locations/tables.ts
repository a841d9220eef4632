import { pgTable, text } from 'drizzle-orm/pg-core';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

/** Answers of the open-data service; `key` is the query. */
export const locationCache = pgTable('location_cache', {
  key: text().primaryKey(),
  names: text().array().notNull(),
  fetchedAt: insertedAt(),
});
holdsNobody(locationCache, 'places', { class: 'technical', rehearsal: 'stays' });
