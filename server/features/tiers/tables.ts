import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

export const tiers = pgTable('tiers', {
  membership: text({ enum: ['Patron member', 'lifetime member', 'Individual member'] }).primaryKey(),
  /** 1 to 3, the order of priority. */
  rank: integer().notNull(),
  title: text().notNull(),
  heading: text().notNull(),
  feeRupees: integer().notNull(),
  benefits: text().array().notNull(),
  /** The same in Hindi, where the office has written it, and which of it is older than the English text. */
  hindi: jsonb().$type<{ title?: string; heading?: string; benefits?: string[] }>().notNull().default({}),
  older: text().array().notNull().default([]),
  offered: boolean().notNull().default(true),
  /** When the office last saved it, unchanged too; null: it is the built-in one. */
  savedAt: moment(),
  version: integer().notNull().default(1),
});
holdsNobody(tiers, 'the office’s words', { class: 'content', rehearsal: 'stays', what: 'Fees' });
