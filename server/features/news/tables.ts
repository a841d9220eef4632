import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, storedPicture } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

export const news = pgTable(
  'news',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    location: text().notNull(),
    description: text().notNull(),
    picture: storedPicture(),
    active: boolean().notNull().default(true),
    createdAt: insertedAt(),
    updatedAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('news_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('news_title_trigram').using('gin', sql`lower(title) gin_trgm_ops`),
  ],
);
holdsNobody(news, 'the office’s words', { class: 'content', rehearsal: 'stays', what: 'News' });
