import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

export const resourceLinks = pgTable('resource_links', {
  id: uuid().primaryKey().defaultRandom(),
  link: text().notNull(),
  /** '' if the office has given none. */
  name: text().notNull().default(''),
  createdAt: insertedAt(),
  version: integer().notNull().default(1),
});
holdsNobody(resourceLinks, 'links', { class: 'content', rehearsal: 'stays', what: 'Links' });
