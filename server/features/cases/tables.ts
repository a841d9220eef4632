import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { files } from '#server/platform/storage/tables.ts';
import { languages } from '#shared/languages.ts';

/** What can be asked of the association: data of the office. A kind that has cases is never deleted. */
export const caseKinds = pgTable('case_kinds', {
  /** A name for those that were there from the start, else a UUID. */
  id: text().primaryKey(),
  position: integer().notNull().generatedByDefaultAsIdentity(),
  title: text().notNull(),
  hindiTitle: text().notNull().default(''),
  hint: text().notNull().default(''),
  hindiHint: text().notNull().default(''),
  urgent: boolean().notNull().default(false),
  answerDays: integer().notNull(),
  endDays: integer().notNull(),
  steps: jsonb().$type<{ title: string; days: number }[]>().notNull().default([]),
  /** Only the administrators of the circle see its cases. */
  onlyCircle: boolean().notNull().default(false),
  circle: uuid().array().notNull().default([]),
  forVisitors: boolean().notNull().default(false),
  active: boolean().notNull().default(true),
  version: integer().notNull().default(1),
});
holdsNobody(caseKinds, 'kinds of the office', { class: 'content', rehearsal: 'stays' });

/** The text in which the office finds a case: number and subject, one on each line. */
export const caseSearch = sql.raw("lower(coalesce(number, '') || chr(10) || subject)");
/** The order of the office's list: by what is due, then what waits, then what is closed. */
export const isCaseClosed = sql.raw("(state = 'closed')");

/** What a member, an applicant or a visitor has asked, and what came of it. */
export const cases = pgTable(
  'cases',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** C-2026-000123; null while a visitor has not confirmed it. */
    number: text().unique(),
    kindId: text()
      .notNull()
      .references(() => caseKinds.id),
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    /** The person's at the beginning; '' is all India. */
    homeState: text().notNull().default(''),
    /** Of visitors; '' for people with a record, and once they were forgotten. */
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    mobile: text().notNull().default(''),
    language: text({ enum: languages }).notNull().default('en'),
    subject: text().notNull(),
    text: text().notNull(),
    openedBy: text({ enum: ['person', 'office'] }).notNull(),
    state: text({ enum: ['unconfirmed', 'open', 'working', 'waiting', 'resolved', 'closed'] }).notNull(),
    turn: text({ enum: ['office', 'person'] })
      .notNull()
      .default('office'),
    handlerId: uuid().references(() => administrators.id, { onDelete: 'set null' }),
    /** The days of the first answer, the end and the current step; what is due next is generated of them. */
    answerOn: date({ mode: 'string' }),
    endOn: date({ mode: 'string' }),
    stepOn: date({ mode: 'string' }),
    answeredAt: moment(),
    /** The kind's days when it was opened. */
    answerDays: integer().notNull().default(0),
    endDays: integer().notNull().default(1),
    due: text({ enum: ['answer', 'step', 'end'] }),
    dueOn: date({ mode: 'string' }),
    /** The day from which the clock stands still. */
    stoppedOn: date({ mode: 'string' }),
    /** The day of the last question to the person. */
    askedOn: date({ mode: 'string' }),
    askedAgain: boolean().notNull().default(false),
    interimGiven: boolean().notNull().default(false),
    /** It was closed because the person did not answer. */
    closedByTime: boolean().notNull().default(false),
    reopened: boolean().notNull().default(false),
    /** The office was told of a word of the person that nobody has opened since. */
    wordTold: boolean().notNull().default(false),
    resolvedAt: moment(),
    closedAt: moment(),
    outcome: text({ enum: ['granted', 'partly', 'refused', 'withdrawn', 'referred', 'no answer'] }),
    outcomeText: text().notNull().default(''),
    rating: text({ enum: ['good', 'fair', 'poor'] }),
    ratingText: text().notNull().default(''),
    lastWordAt: insertedAt(),
    /** Subject, texts and the person were erased. */
    emptiedAt: moment(),
    version: integer().notNull().default(1),
    createdAt: insertedAt(),
  },
  (table) => [
    index('cases_list').on(isCaseClosed, table.dueOn, table.closedAt.desc(), table.createdAt, table.id),
    index('cases_list_state').on(
      table.homeState,
      isCaseClosed,
      table.dueOn,
      table.closedAt.desc(),
      table.createdAt,
      table.id,
    ),
    index('cases_list_kind').on(table.kindId, isCaseClosed, table.dueOn, table.closedAt.desc(), table.createdAt),
    index('cases_live')
      .on(table.turn, table.handlerId, table.homeState)
      .where(sql`state not in ('closed', 'unconfirmed')`),
    index('cases_due').on(table.dueOn).where(sql`due_on is not null`),
    index('cases_standing').on(table.state, table.stoppedOn).where(sql`stopped_on is not null`),
    index('cases_handler').on(table.handlerId).where(sql`handler_id is not null`),
    index('cases_member').on(table.memberId).where(sql`member_id is not null`),
    index('cases_email').on(table.email).where(sql`email <> ''`),
    index('cases_unconfirmed').on(table.createdAt).where(sql`state = 'unconfirmed'`),
    index('cases_closed').on(table.closedAt).where(sql`emptied_at is null`),
    index('cases_text_trigram').using('gin', sql`${caseSearch} gin_trgm_ops`),
  ],
);
holdsPeople(cases, {
  class: 'person',
  rehearsal: 'goes',
  erased: {
    number: { stays: 'what was asked stays as a number' },
    kindId: 'nobody',
    memberId: 'emptied',
    name: 'emptied',
    email: 'emptied',
    mobile: 'emptied',
    homeState: { stays: 'the State of what was asked' },
    subject: 'emptied',
    text: 'emptied',
    outcomeText: 'emptied',
    ratingText: 'emptied',
  },
  merged: { memberId: { key: ['id'], becomes: 'follows' } },
});

/** What was said and done in a case, in order: messages to and from the person; notes and the log are the office's. */
export const caseEntries = pgTable(
  'case_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['message', 'note', 'log'] }).notNull(),
    by: text({ enum: ['person', 'office'] }).notNull(),
    /** The administrator's e-mail; '' for the person, and for what time has done. */
    writer: text().notNull().default(''),
    /** Of the log: what was done. */
    action: text().notNull().default(''),
    text: text().notNull().default(''),
    /** The new day of the end that an interim answer names. */
    until: date({ mode: 'string' }),
    createdAt: insertedAt(),
  },
  (table) => [index('case_entries_case').on(table.caseId, table.createdAt)],
);
holdsPeople(caseEntries, { class: 'person', rehearsal: 'goes', erased: 'deleted' });

/** What is to be done in a case, one after the other. */
export const caseSteps = pgTable(
  'case_steps',
  {
    id: uuid().primaryKey().defaultRandom(),
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    title: text().notNull(),
    /** After the step before. */
    days: integer().notNull(),
    /** Of the first one that is not done. */
    dueOn: date({ mode: 'string' }),
    doneAt: moment(),
  },
  (table) => [index('case_steps_case').on(table.caseId, table.position)],
);
holdsPeople(caseSteps, { class: 'person', rehearsal: 'goes', erased: 'deleted' });

/** The files of a case, and of its messages. */
export const caseFiles = pgTable(
  'case_files',
  {
    id: uuid().primaryKey().defaultRandom(),
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    /** Null for those it was opened with. */
    entryId: uuid().references(() => caseEntries.id, { onDelete: 'cascade' }),
    file: text()
      .notNull()
      .references(() => files.key),
    position: integer().notNull(),
  },
  (table) => [
    index('case_files_case').on(table.caseId),
    index('case_files_entry').on(table.entryId),
    index('case_files_file').on(table.file),
  ],
);
holdsPeople(caseFiles, { class: 'person', rehearsal: 'goes', erased: 'deleted' });

/** Links that were mailed to visitors; only a hash of each secret is stored. */
export const caseLinks = pgTable(
  'case_links',
  {
    hash: text().primaryKey(),
    /** Null once the visitor has not confirmed it in time. */
    caseId: uuid().references(() => cases.id, { onDelete: 'set null' }),
    createdAt: insertedAt(),
  },
  (table) => [index('case_links_case').on(table.caseId), index('case_links_created').on(table.createdAt)],
);
holdsNobody(caseLinks, 'hashes of secrets', { class: 'technical', rehearsal: 'goes' });

/** Which notices of a due day have been sent. */
export const caseNotices = pgTable(
  'case_notices',
  {
    caseId: uuid()
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    due: text({ enum: ['answer', 'step', 'end'] }).notNull(),
    dueOn: date({ mode: 'string' }).notNull(),
    /** The day before, the day itself, three days after. */
    days: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.due, table.dueOn, table.days] })],
);
holdsNobody(caseNotices, 'which notices have been sent', { class: 'technical', rehearsal: 'goes' });

/** The last number given in each year in India. */
export const caseYears = pgTable('case_years', { year: integer().primaryKey(), last: integer().notNull() });
holdsNobody(caseYears, 'numbers of nobody', { class: 'technical', rehearsal: 'goes' });
