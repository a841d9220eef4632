import { sql } from 'drizzle-orm';
import { boolean, customType, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { files } from '#server/platform/storage/tables.ts';
import type { SecondTexts } from '#shared/second-texts.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The categories of documents; every change of the list gives all of them the next version. */
export const libraryCategories = pgTable('library_categories', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** The same in Hindi, where the office has written it, and whether it is older than the English name. */
  hindi: jsonb().$type<SecondTexts<'name'>>().notNull().default({}),
  older: text().array().notNull().default([]),
  position: integer().notNull(),
  version: integer().notNull().default(1),
});
holdsNobody(libraryCategories, 'the office’s words', { class: 'content', rehearsal: 'stays' });

/** The library's documents. Texts are searched in the words of `server/features/library/words.ts`. */
export const libraryDocuments = pgTable(
  'library_documents',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    summary: text().notNull().default(''),
    /** Number or citation. */
    number: text().notNull().default(''),
    /** Null, as date, language and access, only of a draft. */
    categoryId: uuid().references(() => libraryCategories.id),
    date: date({ mode: 'string' }),
    language: text(),
    access: text({ enum: ['everybody', 'members', 'States'] }),
    /** Whose members may read it, where access is `States`. */
    states: text().array().notNull().default([]),
    draft: boolean().notNull().default(false),
    /** The version of its file that counts. */
    versionId: uuid().notNull(),
    /** Part of the addresses of its files; the next number ends the earlier ones. */
    opening: integer().notNull().default(1),
    state: text({ enum: ['reading', 'searchable', 'pictures', 'tooLong', 'unreadable'] })
      .notNull()
      .default('reading'),
    reason: text().notNull().default(''),
    pages: integer(),
    /** How often the reader has begun with this file. */
    tries: integer().notNull().default(0),
    /** Words of title (A), number (B) and summary (C). */
    head: tsvector().notNull(),
    by: text().notNull(),
    createdAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('library_documents_newest').on(table.date.desc().nullsFirst(), table.createdAt.desc(), table.id),
    index('library_documents_added').on(table.createdAt.desc(), table.id),
    index('library_documents_category').on(table.categoryId),
    index('library_documents_unread').on(table.createdAt).where(sql`state = 'reading'`),
  ],
);
holdsNobody(libraryDocuments, 'documents of the office', { class: 'content', rehearsal: 'stays', what: 'Library' });

/** Every file that a document has had. */
export const libraryVersions = pgTable(
  'library_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    documentId: uuid()
      .notNull()
      .references(() => libraryDocuments.id, { onDelete: 'cascade' }),
    file: text()
      .notNull()
      .references(() => files.key),
    name: text().notNull(),
    bytes: integer().notNull(),
    by: text().notNull(),
    createdAt: insertedAt(),
  },
  (table) => [index('library_versions_document').on(table.documentId), index('library_versions_file').on(table.file)],
);
holdsNobody(libraryVersions, 'documents of the office', { class: 'content', rehearsal: 'stays' });

/** All different words of a document and pairs of neighbouring words, its title and summary included: what finds it. An array, since a `tsvector` ends at 1 MB. */
export const libraryWords = pgTable(
  'library_words',
  {
    documentId: uuid()
      .primaryKey()
      .references(() => libraryDocuments.id, { onDelete: 'cascade' }),
    words: text().array().notNull(),
  },
  (table) => [index('library_words_words').using('gin', table.words)],
);
holdsNobody(libraryWords, 'documents of the office', { class: 'content', rehearsal: 'stays' });

/** Every word of the library in Latin letters, and its English stem, by which other forms of a searched word are found. */
export const libraryVocabulary = pgTable(
  'library_vocabulary',
  { word: text().primaryKey(), stem: text().notNull() },
  (table) => [index('library_vocabulary_stem').on(table.stem)],
);
holdsNobody(libraryVocabulary, 'documents of the office', { class: 'content', rehearsal: 'stays' });

/** The text of each page, and its words with their positions: long phrases, the page of a hit, its excerpt. */
export const libraryPages = pgTable(
  'library_pages',
  {
    documentId: uuid()
      .notNull()
      .references(() => libraryDocuments.id, { onDelete: 'cascade' }),
    page: integer().notNull(),
    text: text().notNull(),
    words: tsvector().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.page] })],
);
holdsNobody(libraryPages, 'documents of the office', { class: 'content', rehearsal: 'stays' });

/** The documents that members keep. */
export const libraryStars = pgTable(
  'library_stars',
  {
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    documentId: uuid()
      .notNull()
      .references(() => libraryDocuments.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.documentId] }),
    index('library_stars_document').on(table.documentId),
  ],
);
holdsPeople(libraryStars, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['documentId'], becomes: 'follows', once: ['documentId'] } },
});
