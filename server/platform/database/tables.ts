import { pgTable, text } from 'drizzle-orm/pg-core';

/** Keys that the server generates, shared by all its processes. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() });
