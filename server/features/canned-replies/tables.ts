import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, textsInWireNames } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';
import { personWireNames } from '#shared/person-fields.ts';

/** Prepared texts of the office: reasons for a rejection, notes for a correction. */
export const readyTexts = pgTable('ready_texts', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text({ enum: ['reject', 'correction'] }).notNull(),
  title: text().notNull(),
  text: text().notNull(),
  /** What a correction with this note asks for. */
  fields: textsInWireNames(personWireNames).notNull().default([]),
  createdAt: insertedAt(),
});
holdsNobody(readyTexts, 'the office’s words', { class: 'content', rehearsal: 'stays', what: 'Ready-made texts' });
