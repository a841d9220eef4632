import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true, mode: 'date' });

/** A public picture: `hash` is its address, `width` and `height` those of the largest size. */
export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
  /** The widths that exist, ascending. */
  widths: number[];
}

export const news = pgTable(
  'news',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    location: text().notNull(),
    description: text().notNull(),
    picture: jsonb().$type<StoredPicture>(),
    active: boolean().notNull().default(true),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (table) => [index('news_newest').on(table.createdAt.desc().nullsFirst(), table.id)],
);

export const conferences = pgTable('conferences', {
  id: uuid().primaryKey().defaultRandom(),
  title: text().notNull(),
  meetingType: text({ enum: ['Online', 'Offline'] }).notNull(),
  meetingId: text().notNull().default(''),
  meetingPassword: text().notNull().default(''),
  meetingAddress: text().notNull(),
  meetingLink: text().notNull().default(''),
  startsAt: moment().notNull(),
  description: text().notNull(),
  picture: jsonb().$type<StoredPicture>(),
  active: boolean().notNull().default(true),
  joinMembersOnly: boolean().notNull().default(false),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const galleryImages = pgTable('gallery_images', {
  id: uuid().primaryKey().defaultRandom(),
  picture: jsonb().$type<StoredPicture>().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

export const resourceLinks = pgTable('resource_links', {
  id: uuid().primaryKey().defaultRandom(),
  link: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    mobile: text().notNull(),
    message: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('contact_newest').on(table.createdAt.desc().nullsFirst())],
);

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
  version: integer().notNull().default(1),
});

export const importantUpdates = pgTable(
  'important_updates',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    description: text().notNull(),
    position: integer().notNull(),
    createdAt: moment().notNull().defaultNow(),
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

/** Answers of the open-data service; `key` is the question. */
export const locationCache = pgTable('location_cache', {
  key: text().primaryKey(),
  names: text().array().notNull(),
  fetchedAt: moment().notNull().defaultNow(),
});
