import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { limits } from '#shared/limits.ts';
import { insertedAt, moment } from './columns.ts';
import { mail } from './office.ts';

/** A public picture: `hash` is its address, `width` and `height` those of the largest size. */
export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
  /** The widths that exist, ascending. */
  widths: number[];
  /** Whether each width exists as AVIF besides WebP. */
  avif?: boolean;
}

/** A column of its own domain, by which the storage finds every table that shows pictures. */
const storedPicture = customType<{ data: StoredPicture; driverData: unknown }>({
  dataType: () => 'stored_picture',
  toDriver: (picture) => JSON.stringify(picture),
  fromDriver: (value) => value as StoredPicture,
});

export const news = pgTable(
  'news',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    location: text().notNull(),
    description: text().notNull(),
    picture: storedPicture(),
    active: boolean().notNull().default(true),
    createdAt: insertedAt(),
    updatedAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('news_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    index('news_title_trigram').using('gin', sql`lower(title) gin_trgm_ops`),
  ],
);

/** A question of a conference to its participants. */
export interface StoredQuestion {
  id: string;
  text: string;
  kind: 'text' | 'choice' | 'yesNo';
  options: string[];
  required: boolean;
  /** It is no longer asked; its answers are kept. */
  removed: boolean;
}

/** Time, place and link of a conference as participants were told; moments in ISO 8601. */
export interface ToldConference {
  startsAt: string;
  endsAt: string | null;
  meetingType: string;
  meetingAddress: string;
  meetingLink: string;
  meetingId: string;
  meetingPassword: string;
}

export const conferences = pgTable(
  'conferences',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    meetingType: text({ enum: ['Online', 'Offline'] }).notNull(),
    meetingId: text().notNull().default(''),
    meetingPassword: text().notNull().default(''),
    meetingAddress: text().notNull(),
    meetingLink: text().notNull().default(''),
    startsAt: moment().notNull(),
    description: text().notNull(),
    picture: storedPicture(),
    active: boolean().notNull().default(true),
    joinMembersOnly: boolean().notNull().default(false),
    participation: text({ enum: ['off', 'members', 'everybody'] })
      .notNull()
      .default('off'),
    /** Null: unlimited. */
    places: integer(),
    /** Places that are registered or held; a trigger of `participations` keeps it. */
    taken: integer().notNull().default(0),
    closesAt: moment(),
    endsAt: moment(),
    questions: jsonb().$type<StoredQuestion[]>().notNull().default([]),
    certificate: boolean().notNull().default(false),
    cancelledAt: moment(),
    cancelReason: text().notNull().default(''),
    /** How often it was changed in a way that calendars show. */
    sequence: integer().notNull().default(0),
    /** What participants were last told, if that has changed since. */
    told: jsonb().$type<ToldConference>(),
    /** The hash of the last text to participants, and when it was sent. */
    toldText: text().notNull().default(''),
    toldAt: moment(),
    /** When certificates were issued to everybody who had come. */
    certifiedAt: moment(),
    createdAt: insertedAt(),
    updatedAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('conferences_uncertified').on(table.startsAt).where(sql`certificate and certified_at is null`),
    index('conferences_starts').on(table.startsAt),
    index('conferences_title_trigram').using('gin', sql`lower(title) gin_trgm_ops`),
  ],
);

export const galleryImages = pgTable('gallery_images', {
  id: uuid().primaryKey().defaultRandom(),
  picture: storedPicture().notNull(),
  createdAt: insertedAt(),
});

export const resourceLinks = pgTable('resource_links', {
  id: uuid().primaryKey().defaultRandom(),
  link: text().notNull(),
  /** '' if the office has given none. */
  name: text().notNull().default(''),
  createdAt: insertedAt(),
  version: integer().notNull().default(1),
});

/**
 * The text that the office's search of messages uses, in lower case, each field on its own line. The mobile number also without
 * the usual separators of its digits.
 */
export const contactSearch = sql.raw(
  "lower(name || chr(10) || email || chr(10) || mobile || chr(10) || translate(mobile, ' +-().', '') || chr(10) || message)",
);

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    mobile: text().notNull(),
    message: text().notNull(),
    /** It seems to be sent by a program. */
    doubtful: boolean().notNull().default(false),
    state: text({ enum: ['open', 'answered'] })
      .notNull()
      .default('open'),
    /** The administrator who set the state last, and when; '' and null until somebody did. */
    stateBy: text().notNull().default(''),
    stateAt: moment(),
    createdAt: insertedAt(),
  },
  (table) => [
    index('contact_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    // The default list, whatever programs send.
    index('contact_usual').on(table.createdAt.desc().nullsFirst(), table.id).where(sql`not doubtful`),
    // Each tab, and its count.
    index('contact_state').on(table.doubtful, table.state, table.createdAt.desc().nullsFirst(), table.id),
    index('contact_sender').on(sql`lower(email)`),
    index('contact_text_trigram').using('gin', sql`${contactSearch} gin_trgm_ops`),
  ],
);

/** The office's replies; deleted with their message. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: uuid().primaryKey().defaultRandom(),
    messageId: uuid()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** The administrator's e-mail. */
    by: text().notNull(),
    /** Null once the mail was deleted from the log. */
    mailId: uuid().references(() => mail.id, { onDelete: 'set null' }),
    createdAt: insertedAt(),
  },
  (table) => [
    index('contact_replies_message').on(table.messageId, table.createdAt),
    index('contact_replies_mail').on(table.mailId),
  ],
);

const defaultRetention = {
  rejectedDays: limits.retention.rejectedDays.usual,
  unpaidDays: limits.retention.unpaidDays.usual,
};

/** One row. */
export const settings = pgTable('settings', {
  id: uuid().primaryKey().defaultRandom(),
  homeText: text().notNull(),
  aboutText: text().notNull(),
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
  version: integer().notNull().default(1),
});

export const importantUpdates = pgTable(
  'important_updates',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    description: text().notNull(),
    position: integer().notNull(),
    createdAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [index('important_updates_position').on(table.position)],
);

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

/** Answers of the open-data service; `key` is the query. */
export const locationCache = pgTable('location_cache', {
  key: text().primaryKey(),
  names: text().array().notNull(),
  fetchedAt: insertedAt(),
});
