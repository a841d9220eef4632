import { pgTable, text } from 'drizzle-orm/pg-core';
import { holdsNobody } from '#server/platform/database/people.ts';

/** Keys that the server generates, shared by all its processes. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() });
holdsNobody(secrets, 'keys of the server', { class: 'technical', rehearsal: 'stays' });
