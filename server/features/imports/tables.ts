import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, jsonInWireNames, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { files } from '#server/platform/storage/tables.ts';
import { personNamesAsData } from '#shared/person-fields.ts';

/** An uploaded list of existing members, and the result of its import. */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey().defaultRandom(),
    state: text({
      enum: ['reading', 'needsMapping', 'ready', 'importing', 'done', 'undoing', 'undone', 'discarded', 'failed'],
    })
      .notNull()
      .default('reading'),
    /** The name it came with. */
    fileName: text().notNull(),
    /** Null once the file was deleted: with a discarded import, and some weeks after the end of any. */
    file: text().references(() => files.key),
    /** The job that reads, imports or undoes it, or did so last. */
    jobId: uuid(),
    sheet: text().notNull(),
    sheets: text().array().notNull(),
    /** As numbered by spreadsheet programs. */
    headerRow: integer().notNull(),
    /** Each column with its head, its field ('' for none) and a value. */
    columns: jsonInWireNames<ImportColumn[]>({ field: personNamesAsData }).notNull(),
    /** One value for all rows, by field. */
    constants: jsonInWireNames<Record<string, string>>(personNamesAsData).notNull().default({}),
    /** Rows by kind. */
    summary: jsonb().$type<ImportSummary>().notNull().default({ create: 0, complete: 0, skip: 0, care: 0 }),
    /** The progress of the commit. */
    result: jsonb().$type<ImportResult>().notNull().default({ created: 0, completed: 0, skipped: 0, left: 0 }),
    credentials: text({ enum: ['now', 'later', 'batch'] }),
    perDay: integer(),
    /** What values that stand in many rows mean, as the office has said. */
    meanings: jsonInWireNames<Meaning[]>({ field: personNamesAsData }).notNull().default([]),
    /** Whether those without a day are paid for the current year; null: as the column says. */
    paid: text({ enum: ['yes', 'no', 'column'] }),
    /** The administrator who chose how the credentials are sent; null before anybody has. */
    credentialsBy: text(),
    /** Its members who were sent credentials, and those without any at the last count. */
    credentialsGiven: integer().notNull().default(0),
    credentialsOpen: integer().notNull().default(0),
    /** The day in India on which the last batch of credentials was queued. */
    lastBatchOn: date({ mode: 'string' }),
    /** The administrator's e-mail. */
    by: text().notNull(),
    createdAt: insertedAt(),
    /** When it was last read, imported or undone: decides how long its rows are kept. */
    changedAt: insertedAt(),
    /** False once its rows were deleted. */
    hasRows: boolean().notNull().default(true),
  },
  (table) => [
    index('imports_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('imports_batches').on(table.createdAt).where(sql`credentials = 'batch' and state = 'done'`),
    index('imports_kept').on(table.changedAt).where(sql`has_rows`),
  ],
);
holdsPeople(imports, {
  archive: true,
  class: 'person',
  rehearsal: 'goes',
  what: 'Lists that were imported',
  erased: {
    fileName: 'nobody',
    file: 'nobody',
    sheet: 'nobody',
    sheets: 'nobody',
    columns: 'emptied',
    constants: 'nobody',
    meanings: 'nobody',
    summary: 'nobody',
    result: 'nobody',
    by: 'nobody',
    credentialsBy: 'nobody',
  },
});

/** What a value of a field means: the text of a cell, or `first`. `value` is as written, or `*year`, `*month`, `@host`. */
export interface Meaning {
  field: string;
  value: string;
  meaning: string;
  /** In how many rows it stood when it was said. */
  rows?: number;
  /** Said of an earlier list. */
  remembered?: boolean;
}

export interface ImportColumn {
  /** From 0. */
  index: number;
  title: string;
  field: string;
  sample: string;
}

export interface ImportSummary {
  create: number;
  complete: number;
  skip: number;
  care: number;
}

export interface ImportResult {
  created: number;
  completed: number;
  skipped: number;
  left: number;
}

/**
 * The rows of a list: the original cells, the values read from them, and the person they are about. They are deleted with the
 * record that was made of them, and all of them some weeks after the import.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** As numbered by spreadsheet programs, blank rows included. */
    row: integer().notNull(),
    /** From the first column on, as in `server/features/imports/cells.ts`. */
    cells: jsonb()
      .$type<(string | number | boolean | { day: string } | null)[] | { unread: string; text: string }>()
      .notNull(),
    /** Corrections in the import, by field. */
    edits: jsonInWireNames<Record<string, string>>(personNamesAsData).notNull().default({}),
    /** The values read, by field. */
    values: jsonInWireNames<Record<string, string | string[]>>(personNamesAsData).notNull().default({}),
    problems: jsonInWireNames<{ field: string; value: string; message: string; proposal?: string }[]>({
      field: personNamesAsData,
    })
      .notNull()
      .default([]),
    /** Another record, or an earlier row, has the same member number. */
    numberTaken: boolean().notNull().default(false),
    /** Null until the row was checked. */
    kind: text({ enum: ['create', 'complete', 'skip', 'care'] }),
    /** The administrator's choice. */
    action: text({ enum: ['skip', 'complete', 'create'] }),
    email: text(),
    mobile: text(),
    /** See `comparableName`. */
    nameKey: text(),
    birthDate: date({ mode: 'string' }),
    memberNumber: text(),
    duplicateBy: text({ enum: ['email', 'mobile', 'person'] }),
    /** The record, or else the earlier row, of the same person. */
    duplicateId: uuid().references((): AnyPgColumn => members.id, { onDelete: 'set null' }),
    duplicateRow: integer(),
    /** The record that it created or completed. */
    memberId: uuid().references((): AnyPgColumn => members.id, { onDelete: 'cascade' }),
    /** The values that completed that record, by column: an undo empties them again. Null: the record was created. */
    completed: jsonb().$type<Record<string, string | string[]>>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.row] }),
    index('import_rows_kind').on(table.importId, table.kind, table.row),
    // Without the import: the planner has no statistics of a new one, and would expect a single row.
    index('import_rows_same_email').on(table.email, table.row).where(sql`email is not null`),
    index('import_rows_same_mobile').on(table.mobile, table.row).where(sql`mobile is not null`),
    index('import_rows_same_person').on(table.birthDate, table.nameKey, table.row).where(sql`name_key is not null`),
    index('import_rows_same_number').on(table.memberNumber, table.row).where(sql`member_number is not null`),
    index('import_rows_member').on(table.memberId).where(sql`member_id is not null`),
    index('import_rows_duplicate').on(table.duplicateId).where(sql`duplicate_id is not null`),
  ],
);
holdsPeople(importRows, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: 'deleted',
  merged: {
    // Undoing an import would delete the kept record; what it has completed follows beforehand.
    memberId: { key: ['importId', 'row'], becomes: 'unlinked', instead: 'duplicateId', changes: 'both' },
    duplicateId: { key: ['importId', 'row'], becomes: 'follows' },
  },
});

/** What values have meant in earlier lists, for the next one. */
export const importMeanings = pgTable(
  'import_meanings',
  {
    /** As the wire calls it. */
    field: text().notNull(),
    /** In lower case. */
    value: text().notNull(),
    meaning: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.field, table.value] })],
);
holdsNobody(importMeanings, 'the office’s words', {
  class: 'content',
  rehearsal: 'stays',
  what: 'What values in lists mean',
});

/** In what order and how fast the members of an import are invited. */
export const importPlans = pgTable('import_plans', {
  importId: uuid()
    .primaryKey()
    .references(() => imports.id, { onDelete: 'cascade' }),
  state: text({ enum: ['trial', 'going', 'stopped'] }).notNull(),
  /** Those that come first. */
  states: text().array().notNull(),
  perDay: integer().notNull(),
  /** How many have been invited on that day in India. */
  invitedOn: date({ mode: 'string' }),
  invitedThatDay: integer().notNull().default(0),
  /** Whose plan it is. */
  by: text().notNull(),
  createdAt: insertedAt(),
});
holdsNobody(importPlans, 'how many a day are invited', { class: 'technical', rehearsal: 'goes' });

/** Who was invited, and what came of it. */
export const invitations = pgTable(
  'invitations',
  {
    memberId: uuid()
      .primaryKey()
      .references((): AnyPgColumn => members.id, { onDelete: 'cascade' }),
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    invitedAt: moment().notNull(),
    remindedAt: moment(),
    openedAt: moment(),
    acceptedAt: moment(),
    /** Proofs of the person that may still be wrong; at none its links have ended. */
    triesLeft: integer().notNull().default(5),
    bouncedAt: moment(),
  },
  (table) => [index('invitations_import').on(table.importId, table.invitedAt)],
);
holdsPeople(invitations, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: [], becomes: 'login', once: [] } },
});

/** The links of invitations; only the hash of each secret is stored. */
export const invitationLinks = pgTable(
  'invitation_links',
  {
    hash: text().primaryKey(),
    memberId: uuid()
      .notNull()
      .references((): AnyPgColumn => members.id, { onDelete: 'cascade' }),
    /** The address that it was sent to: with another one since it leads nowhere. */
    email: text().notNull(),
    expiresAt: moment().notNull(),
    ended: text({ enum: ['used', 'replaced', 'tries', 'undone'] }),
  },
  (table) => [index('invitation_links_member').on(table.memberId)],
);
holdsPeople(invitationLinks, {
  class: 'technical',
  rehearsal: 'goes',
  erased: 'deleted',
  merged: { memberId: { key: ['hash'], becomes: 'login' } },
});
