import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, insertedAt, jsonInWireNames, moment, textsInWireNames } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';
import { siteTextNames, updateTextNames } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import type { SecondTexts } from '#shared/second-texts.ts';

const defaultRetention = {
  rejectedDays: limits.retention.rejectedDays.usual,
  unpaidDays: limits.retention.unpaidDays.usual,
};

/** One row. */
export const settings = pgTable('settings', {
  id: uuid().primaryKey().defaultRandom(),
  homeText: text().notNull(),
  aboutText: text().notNull(),
  /** The same in Hindi, where the office has written it. */
  hindi: jsonInWireNames<SecondTexts<'homeText' | 'aboutText'>>(siteTextNames).notNull().default({}),
  /** Which of them are older than their English text. */
  older: textsInWireNames(siteTextNames).notNull().default([]),
  association: jsonb()
    .$type<{
      name: string;
      shortName: string;
      phone: string;
      supportEmail: string;
      officeEmail: string;
      address: string;
      socialLinks: { label: string; url: string }[];
      /** Absent until the office has saved one. */
      grievanceOfficer?: { name: string; designation: string; email: string; phone: string };
      /** In Hindi; absent or empty ones are shown in English. `designation` is the Grievance Officer's. */
      hi?: SecondTexts<'name' | 'shortName' | 'address' | 'designation'>;
      older?: string[];
    }>()
    .notNull(),
  payment: jsonb()
    .$type<{
      upiId: string;
      payeeName: string;
      bankName: string;
      accountName: string;
      accountNumber: string;
      ifsc: string;
      branch: string;
    }>()
    .notNull(),
  /** Days. */
  retention: jsonb().$type<{ rejectedDays: number; unpaidDays: number }>().notNull().default(defaultRetention),
  /** Rows of lists that an administrator may read within an hour before the password is asked for. */
  security: jsonb()
    .$type<{ officeRecordsPerHour: number }>()
    .notNull()
    .default({ officeRecordsPerHour: limits.officeRecords.usual }),
  /** Days after a conference for which guests' data and all answers are kept. */
  guestDays: integer().notNull().default(limits.guestDays.usual),
  /** Days after the last word of a representation until a reminder is due. */
  representationDays: integer().notNull().default(limits.representationDays.usual),
  /** Who signs certificates of participation; if empty, the president and the secretary. */
  certificateSigners: jsonb().$type<{ name: string; office: string; signature: string }[]>().notNull().default([]),
  /** Administrators without a second factor may only set one up. */
  administratorsNeedSecondFactor: boolean().notNull().default(false),
  /** What receipts show beside the association's name and address; empty until the office fills it in. */
  receipts: jsonb()
    .$type<{
      prefix: string;
      registrationNumber: string;
      pan: string;
      gstin: string;
      treasurer: string;
      /** Hash of a picture in `receipt_pictures`; '' for none. */
      signature: string;
    }>()
    .notNull()
    .default({ prefix: '', registrationNumber: '', pan: '', gstin: '', treasurer: '', signature: '' }),
  /** When an administrator last saved the association's details, unchanged ones too; null: they are the built-in ones. */
  associationSavedAt: moment(),
  /** Whether visitors may register, and what they read while they may not. */
  registration: jsonb()
    .$type<{ open: boolean; sentence: string; sentenceHi: string }>()
    .notNull()
    .default({ open: true, sentence: '', sentenceHi: '' }),
  /** Parts of the office that are in its menu before they have a row. */
  uses: jsonb()
    .$type<{ deductions: boolean; shares: boolean; votes: boolean }>()
    .notNull()
    .default({ deductions: false, shares: false, votes: false }),
  /** When the office is mailed of new registrations and proofs. */
  notices: text({ enum: ['atOnce', 'mornings'] })
    .notNull()
    .default('mornings'),
  /** Hash of a picture in `logos`; '' for none. */
  logo: text().notNull().default(''),
  version: integer().notNull().default(1),
});
holdsNobody(settings, 'the office’s words', { class: 'content', rehearsal: 'stays', what: 'Settings' });

export const importantUpdates = pgTable(
  'important_updates',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    description: text().notNull(),
    hindi: jsonInWireNames<SecondTexts<'title' | 'description'>>(updateTextNames).notNull().default({}),
    older: textsInWireNames(updateTextNames).notNull().default([]),
    position: integer().notNull(),
    createdAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [index('important_updates_position').on(table.position)],
);
holdsNobody(importantUpdates, 'the office’s words', { class: 'content', rehearsal: 'stays' });

/** Logos, also earlier ones: a receipt looks the same years later. */
export const logos = pgTable('logos', {
  hash: text().primaryKey(),
  /** A PNG, its longer side 512 pixels at most. */
  png: bytes().notNull(),
  /** The same for mails, 10 KB at most. */
  small: bytes().notNull(),
});
holdsNobody(logos, 'pictures of the office', { class: 'content', rehearsal: 'stays' });
