import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { files } from '#server/platform/storage/tables.ts';
import { authorisationStates } from '#shared/contracts/authorisations.ts';
import { deductions, type LetterTexts } from '#shared/contracts/checkoff.ts';
import { type BookingWish, rowDecisions, rowReasons, scheduleStates } from '#shared/contracts/schedules.ts';
import { allPaymentModes } from '#shared/options.ts';

/** How the subscription is paid from the salary: one row, inserted by the migration. */
export const checkoffSettings = pgTable(
  'checkoff_settings',
  {
    id: integer().primaryKey().default(1),
    enabled: boolean().notNull().default(false),
    /** The last month, 1 to 12, in which a choice counts for the same year. */
    optionMonth: integer().notNull().default(4),
    /** The month from which it is deducted. */
    effectiveMonth: integer().notNull().default(7),
    deduction: text({ enum: deductions }).notNull().default('yearly'),
    /** The day of the following month on which a schedule is due. */
    dueDay: integer().notNull().default(10),
    /** The member's consent in the letter; '' for the usual one. */
    texts: jsonb().$type<LetterTexts>().notNull().default({ en: '', hi: '' }),
    version: integer().notNull().default(1),
  },
  () => [check('checkoff_settings_one', sql`id = 1`)],
);
holdsNobody(checkoffSettings, 'settings', { class: 'content', rehearsal: 'stays' });

/** The offices that pay salaries: of drawing and disbursing officers. */
export const payingOffices = pgTable(
  'paying_offices',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    ddoCode: text().notNull().default(''),
    /** Its letters and digits in upper case; '' without one. */
    codeKey: text().notNull().default(''),
    address: text().notNull().default(''),
    email: text().notNull().default(''),
    state: text().notNull(),
    district: text().notNull().default(''),
    /** How many prosecutors serve there; null while unknown. */
    strength: integer(),
    version: integer().notNull().default(1),
    createdAt: insertedAt(),
  },
  (table) => [
    uniqueIndex('paying_offices_code').on(table.codeKey).where(sql`code_key <> ''`),
    index('paying_offices_state').on(table.state, table.name),
  ],
);
holdsNobody(payingOffices, 'offices', { class: 'content', rehearsal: 'stays' });

/** What a letter of consent says, as it was asked for. */
export interface ConsentFacts {
  association: string;
  address: string;
  name: string;
  memberNumber: string;
  designation: string;
  office: string;
  officeAddress: string;
  employeeNumber: string;
  /** Whole rupees a deduction. */
  amount: number;
  deduction: (typeof deductions)[number];
  /** The first month, 2026-07. */
  from: string;
  /** The day of the wish, in India. */
  on: string;
  texts: LetterTexts;
}

/** Members' consents to have the subscription deducted from their salary. */
export const salaryAuthorisations = pgTable(
  'salary_authorisations',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the record was deleted. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    state: text({ enum: authorisationStates }).notNull().default('asked'),
    officeId: uuid().references(() => payingOffices.id),
    /** As the member wrote it, of an office that is in no list. */
    officeName: text().notNull().default(''),
    employeeNumber: text().notNull(),
    /** Its letters and digits in upper case, by which a schedule's row finds it; '' once the record was deleted. */
    employeeKey: text().notNull(),
    /** Whole rupees a deduction. */
    amount: integer().notNull(),
    /** The first month, such as 2026-07. */
    from: text().notNull(),
    /** The last month that is deducted, of one that was withdrawn or ended; null: none was. */
    until: text(),
    reason: text().notNull().default(''),
    /** What the letter says; null once the record was deleted. */
    letter: jsonb().$type<ConsentFacts>(),
    signedFile: text().references(() => files.key),
    /** The signed letter came on paper. */
    onPaper: boolean().notNull().default(false),
    /** Until this day nobody is reminded. */
    sparedUntil: date({ mode: 'string' }).notNull(),
    /** The administrator's e-mail. */
    confirmedBy: text().notNull().default(''),
    askedAt: insertedAt(),
    confirmedAt: moment(),
    endedAt: moment(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('salary_authorisations_asked').on(table.memberId).where(sql`state = 'asked'`),
    uniqueIndex('salary_authorisations_confirmed').on(table.memberId).where(sql`state = 'confirmed'`),
    uniqueIndex('salary_authorisations_number')
      .on(table.officeId, table.employeeKey)
      .where(sql`state = 'confirmed' and employee_key <> ''`),
    index('salary_authorisations_office').on(table.officeId, table.employeeKey),
    index('salary_authorisations_key').on(table.employeeKey),
    index('salary_authorisations_member').on(table.memberId),
    index('salary_authorisations_state').on(table.state, table.askedAt.desc().nullsFirst(), table.id),
    index('salary_authorisations_signed').on(table.signedFile).where(sql`signed_file is not null`),
  ],
);
holdsPeople(salaryAuthorisations, {
  class: 'money',
  rehearsal: 'goes',
  archive: true,
  erased: {
    memberId: 'emptied',
    officeName: 'emptied',
    employeeNumber: 'emptied',
    employeeKey: 'emptied',
    from: 'nobody',
    until: 'nobody',
    reason: 'emptied',
    letter: 'emptied',
    signedFile: 'emptied',
    confirmedBy: 'nobody',
  },
  merged: { memberId: { key: ['id'], becomes: 'follows', changes: 'theirs', watched: [] } },
});

/** The money of one or several schedules: lines of the bank statement, or a cheque, cash or challan. */
export const salaryRemittances = pgTable('salary_remittances', {
  id: uuid().primaryKey().defaultRandom(),
  /** Whole rupees. */
  amount: bigint({ mode: 'number' }).notNull(),
  mode: text({ enum: [...allPaymentModes, 'challan'] }),
  /** The cheque's, the challan's, or the UTR. */
  number: text().notNull().default(''),
  receivedOn: date({ mode: 'string' }).notNull(),
  /** The administrator's e-mail. */
  by: text().notNull(),
  createdAt: insertedAt(),
});
holdsNobody(salaryRemittances, 'money of offices', { class: 'money', rehearsal: 'goes' });

/** The credits of the bank statement that a remittance came with; each once. No foreign key to the line, as lines are deleted when they are old. */
export const salaryRemittanceLines = pgTable(
  'salary_remittance_lines',
  {
    lineId: uuid().primaryKey(),
    remittanceId: uuid()
      .notNull()
      .references(() => salaryRemittances.id, { onDelete: 'cascade' }),
    /** Paise. */
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('salary_remittance_lines_remittance').on(table.remittanceId)],
);
holdsNobody(salaryRemittanceLines, 'money of offices', { class: 'money', rehearsal: 'goes' });

/** The lists of deductions that paying offices send with their money. */
export const salarySchedules = pgTable(
  'salary_schedules',
  {
    id: uuid().primaryKey().defaultRandom(),
    officeId: uuid()
      .notNull()
      .references(() => payingOffices.id),
    /** The month of the salary, such as 2026-07. */
    month: text().notNull(),
    state: text({ enum: scheduleStates }).notNull().default('open'),
    /** Hash of its rows, so that the same list is one schedule. */
    rowsHash: text().notNull(),
    rowCount: integer().notNull(),
    /** Paise, of all rows that are not left out. */
    sum: bigint({ mode: 'number' }).notNull(),
    /** The list's own total in paise; null without one. */
    total: bigint({ mode: 'number' }),
    unread: jsonb().$type<{ row: number; text: string; reason: string }[]>().notNull().default([]),
    /** Members of the list before who are no longer authorised: of one that repeats it. */
    dropped: jsonb().$type<{ row: number; name: string; reason: string }[]>().notNull().default([]),
    remittanceId: uuid().references((): AnyPgColumn => salaryRemittances.id, { onDelete: 'set null' }),
    /** The job that books it, and what it was asked for. */
    jobId: uuid(),
    wish: jsonb().$type<BookingWish>(),
    /** Why the job could not book it; '' unless it could not. */
    failure: text().notNull().default(''),
    by: text().notNull(),
    createdAt: insertedAt(),
  },
  (table) => [
    uniqueIndex('salary_schedules_same')
      .on(table.officeId, table.month, table.rowsHash)
      .where(sql`state <> 'cancelled'`),
    index('salary_schedules_month').on(table.month, table.officeId),
    index('salary_schedules_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('salary_schedules_open').on(table.sum).where(sql`state in ('open', 'received')`),
    index('salary_schedules_remittance').on(table.remittanceId).where(sql`remittance_id is not null`),
  ],
);
holdsPeople(salarySchedules, {
  class: 'money',
  rehearsal: 'goes',
  what: 'Lists of deductions',
  erased: {
    month: 'nobody',
    rowsHash: 'nobody',
    unread: 'emptied',
    dropped: 'emptied',
    wish: 'nobody',
    failure: 'nobody',
    by: 'nobody',
  },
});

/** The rows of schedules, with what the office has decided about them. */
export const salaryScheduleRows = pgTable(
  'salary_schedule_rows',
  {
    scheduleId: uuid()
      .notNull()
      .references(() => salarySchedules.id, { onDelete: 'cascade' }),
    /** As a spreadsheet shows it. */
    row: integer().notNull(),
    employeeNumber: text().notNull(),
    /** Its letters and digits in upper case; '' where it can name nobody. */
    employeeKey: text().notNull(),
    name: text().notNull(),
    /** Paise. */
    amount: bigint({ mode: 'number' }).notNull(),
    /** Null: as it stands. */
    decision: text({ enum: rowDecisions }),
    decisionReason: text().notNull().default(''),
    /** Whose it is by the office's decision. */
    authorisationId: uuid().references(() => salaryAuthorisations.id),
    /** Why it was to be looked at when it was last shown; null: it agreed. */
    seenReason: text({ enum: rowReasons }),
    /** What it was booked to, and the rupees beyond that. */
    paymentId: uuid().references(() => payments.id, { onDelete: 'set null' }),
    excessPaymentId: uuid().references(() => payments.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.scheduleId, table.row] }),
    index('salary_schedule_rows_key').on(table.employeeKey),
    index('salary_schedule_rows_authorisation').on(table.authorisationId).where(sql`authorisation_id is not null`),
    index('salary_schedule_rows_payment').on(table.paymentId).where(sql`payment_id is not null`),
    index('salary_schedule_rows_excess').on(table.excessPaymentId).where(sql`excess_payment_id is not null`),
  ],
);
holdsPeople(salaryScheduleRows, {
  class: 'money',
  rehearsal: 'goes',
  erased: { employeeNumber: 'emptied', employeeKey: 'emptied', name: 'emptied', decisionReason: 'emptied' },
});
