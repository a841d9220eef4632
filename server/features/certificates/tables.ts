import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { conferences } from '#server/features/conferences/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';

/** The content of a certificate as it was issued. */
export interface CertificateContent {
  association: string;
  address: string;
  name: string;
  /** '' for guests. */
  memberNumber: string;
  title: string;
  /** YYYY-MM-DD, the first and the last day. */
  from: string;
  until: string;
  /** '' for a conference online. */
  place: string;
  /** At most two; `signature` is the hash of a picture in `receipt_pictures`, '' without one. */
  signers: { name: string; office: string; signature: string }[];
  /** Of a reader of Hindi, who gets both languages. */
  language?: 'hi';
  associationInHindi?: string;
}

/** Certificates of participation: numbered without gaps within a year, never changed, only cancelled; without a name for an erased person. */
export const certificates = pgTable(
  'certificates',
  {
    id: uuid().primaryKey().defaultRandom(),
    participationId: uuid()
      .notNull()
      .references(() => participations.id),
    conferenceId: uuid()
      .notNull()
      .references(() => conferences.id),
    /** The year of the conference's last day. */
    year: integer().notNull(),
    number: integer().notNull(),
    /** As it is written: 2026/C/000123. */
    label: text().notNull().unique(),
    /** 128 random bits, for verification by anyone who sees the certificate. */
    code: text().notNull().unique(),
    content: jsonb().$type<CertificateContent>().notNull(),
    issuedAt: insertedAt(),
    cancelledAt: moment(),
    erasedAt: moment(),
  },
  (table) => [
    uniqueIndex('certificates_number').on(table.year, table.number),
    /** A participation has at most one valid certificate. */
    uniqueIndex('certificates_valid').on(table.participationId).where(sql`cancelled_at is null`),
    index('certificates_conference').on(table.conferenceId, table.year, table.number),
  ],
);
holdsPeople(certificates, {
  class: 'person',
  rehearsal: 'goes',
  what: 'Certificates',
  archive: true,
  erased: { label: 'nobody', code: 'nobody', content: 'emptied' },
});

/** The last number of each year; its row is the lock that keeps numbers without gaps. */
export const certificateYears = pgTable('certificate_years', {
  year: integer().primaryKey(),
  last: integer().notNull(),
});
holdsNobody(certificateYears, 'numbers', { class: 'technical', rehearsal: 'goes' });
