import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const tiers = pgTable('tiers', {
  membership: text({ enum: ['Patron member', 'lifetime member', 'Individual member'] }).primaryKey(),
  /** 1 to 3, the order of priority. */
  rank: integer().notNull(),
  title: text().notNull(),
  heading: text().notNull(),
  feeRupees: integer().notNull(),
  benefits: text().array().notNull(),
  offered: boolean().notNull().default(true),
  version: integer().notNull().default(1),
});
