import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { nameTitles } from '#server/platform/database/searchable.ts';
import { files } from '#server/platform/storage/tables.ts';
import { languages } from '#shared/languages.ts';

/** Links with which members confirm a new e-mail: mailed to it, used once. Only a hash of the secret is stored. */
export const emailLinks = pgTable(
  'email_links',
  {
    hash: text().primaryKey(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The new one. */
    email: text().notNull(),
    createdAt: insertedAt(),
    usedAt: moment(),
    /** A later link, or another e-mail, has replaced it. */
    replacedAt: moment(),
  },
  (table) => [index('email_links_member').on(table.memberId), index('email_links_created').on(table.createdAt)],
);
holdsPeople(emailLinks, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['hash'], becomes: 'login', watched: [] } },
});

/** Counts registrations; the number is the end of a reference such as AIP-2026-000123. */
export const registrationNumbers = pgSequence('registration_numbers');

/** Counts first approvals; the number is the end of a member number. */
export const memberNumbers = pgSequence('member_numbers');

/** The last numbers of {@link memberNumbers}, if they were given and taken back: they are given next. */
export const returnedMemberNumbers = pgTable('returned_member_numbers', {
  number: bigint({ mode: 'number' }).primaryKey(),
});
holdsNobody(returnedMemberNumbers, 'numbers of nobody', { class: 'technical', rehearsal: 'goes' });

/** Numbers of deleted records that {@link memberNumbers} has yet to reach, from lists: they are given to nobody. */
export const spentMemberNumbers = pgTable('spent_member_numbers', { number: text().primaryKey() });
holdsPeople(spentMemberNumbers, {
  class: 'technical',
  rehearsal: 'goes',
  erased: { number: { stays: 'it must lead to nobody else' } },
});

/**
 * The text that the office's search of registrations uses, in lower case, so that one index serves it. Each
 * field is on its own line: a pattern holds no line end, so no match spans two fields.
 */
export const registrationSearch = sql.raw(
  "(name_search || chr(10) || email || chr(10) || mobile || chr(10) || lower(reference) || chr(10) || lower(coalesce(member_number, '')) || chr(10) || lower(utr))",
);

/** The first and the last word of at least three letters of a name: a narration's words find the name by them. */
export const firstWord = sql.raw("substring(name_search from '[^[:space:][:punct:]]{3,}')");

export const lastWord = sql.raw(
  "substring(name_search from '(?:^|.*[[:space:][:punct:]])([^[:space:][:punct:]]{3,})')",
);

const withoutTitles = (name: string) => `regexp_replace(${name}, '^((${nameTitles.join('|')}) )+(?=\\S)', '')`;

/** A name for comparison, without titles: equal to `comparableName`. */
export const comparedName = sql.raw(withoutTitles('name_search'));

/** Court and designation, for searching: one line each, so that no text matches across both. */
export const workSearch = sql.raw('lower(normalize(without_invisible(court || chr(10) || designation), NFKC))');

/** The spellings of a name's words that sound alike, each also with one letter less: the functions are in the migration that adds the index. */
export const soundKeys = (name: SQLWrapper | string) => sql`sound_keys(name_sound(${name}))`;

/** A name as it sounds, without titles and blanks: two records with the same one may be of one person. @param of with a dot after it */
export const doubleName = (of = '') => sql.raw(`replace(name_sound(${withoutTitles(`${of}name_search`)}), ' ', '')`);

/** An e-mail apart from dots, what follows a plus, and the host. */
export const doubleEmail = (of = '') => sql.raw(`replace(split_part(split_part(${of}email, '@', 1), '+', 1), '.', '')`);

/** A condition: something is missing that every new member fills in. The index has the same text; a test compares it with the form. */
export const isIncomplete = sql.raw(
  `(tier_assumed or email = '' or mobile = '' or gender = '' or date_of_birth is null or state = '' or district = '' or sub_district = ''
    or court = '' or id_number = '' or years_of_experience = '' or years_of_recruitment = '' or interest = '' or contribution = ''
    or specialisations = '{}' or international = '')`,
);

/** A condition: perhaps without a password that is valid now. The index has the same text. */
export const lacksPassword = sql.raw(`(email = '' or password_hash is null or temporary_password_until is not null)`);

/** A condition: a registration in which the applicant has done everything, so that the office can decide. The index has the same text. */
export const isReady = sql.raw(`(payment_status <> '' and document_file is not null and correction_state <> 'asked')`);

/** One person: applicant and member are the same record in different states. */
export const members = pgTable(
  'members',
  {
    id: uuid().primaryKey().defaultRandom(),
    reference: text().notNull().unique(),
    memberNumber: text().unique(),
    status: text({ enum: ['New', 'Approved', 'Rejected'] })
      .notNull()
      .default('New'),
    membership: text('tier', { enum: ['Patron member', 'lifetime member', 'Individual member'] }).notNull(),
    /** The list that the record came from names no tier: the office has yet to confirm it. */
    tierAssumed: boolean().notNull().default(false),
    /** 1 Patron, 2 lifetime, 3 Individual: the order of the directory. */
    tierRank: integer()
      .notNull()
      .generatedAlwaysAs(sql`case tier when 'Patron member' then 1 when 'lifetime member' then 2 else 3 end`),
    name: text().notNull(),
    /** The name for searching and sorting, cut to fit an index: see database/searchable.ts. */
    nameSearch: text().notNull(),
    /** Organization and designation, for the office's search. */
    positionSearch: text().notNull().default(''),
    gender: text().notNull(),
    /** Lower case; '' while it is missing. */
    email: text().notNull(),
    /** Ten digits; '' while it is missing. */
    mobile: text().notNull(),
    /** Null while it is missing in a record from a list, where other details are ''. */
    dateOfBirth: date({ mode: 'string' }),
    designation: text().notNull().default(''),
    organization: text().notNull().default(''),
    organizationOther: text().notNull().default(''),
    associationOffice: text().notNull().default(''),
    associationOfficeOther: text().notNull().default(''),
    court: text().notNull(),
    idNumber: text().notNull(),
    yearsOfExperience: text().notNull(),
    yearsOfRecruitment: text().notNull(),
    interest: text().notNull(),
    interestOther: text().notNull().default(''),
    contribution: text().notNull(),
    contributionOther: text().notNull().default(''),
    specialisations: text().array().notNull(),
    specialisationOther: text().notNull().default(''),
    /** A letter for each listed statute among the specialisations, short enough for an index. */
    statutes: text().notNull().generatedAlwaysAs(sql`statute_letters(specialisations)`),
    international: text().notNull(),
    state: text().notNull(),
    district: text().notNull(),
    subDistrict: text().notNull(),
    documentFile: text().references(() => files.key),
    pictureFile: text().references(() => files.key),
    screenshotFile: text().references(() => files.key),
    utr: text().notNull().default(''),
    /** '' until a proof of payment was sent. */
    paymentStatus: text({ enum: ['', 'PAYMENT_INITIATED', 'PAYMENT_SUCCESS'] })
      .notNull()
      .default(''),
    paymentSentAt: moment(),
    /** Since when the payment is awaited: the registration, the last reminder, or the return to New. */
    paymentAwaitedSince: insertedAt(),
    /** How often an unpaid application has been reminded. */
    paymentReminders: integer().notNull().default(0),
    /** When the office last asked for the payment. */
    paymentAskedAt: moment(),
    /** The state of the requested correction; '' for none, and again after the decision. */
    correctionState: text({ enum: ['', 'asked', 'answered'] })
      .notNull()
      .default(''),
    correctionAnsweredAt: moment(),
    passwordHash: text(),
    /** Set for a temporary password, which is invalid after this time. */
    temporaryPasswordUntil: moment(),
    mustChangePassword: boolean().notNull().default(false),
    hideEmail: boolean().notNull().default(false),
    hideMobile: boolean().notNull().default(false),
    hideEntry: boolean().notNull().default(false),
    /** Whether members may write to the mobile number by WhatsApp. */
    whatsapp: boolean().notNull().default(false),
    /** Whether the verification of the member card shows the photo, and until when the subscription is paid. */
    cardPhoto: boolean().notNull().default(false),
    cardPaidUntil: boolean().notNull().default(false),
    /** Subscriptions up to this day were paid before the ledger began, as the list says they came with. */
    paidUntil: date({ mode: 'string' }),
    /** Whether circulars come by mail; on the site they can be read in any case. */
    circularsByMail: boolean().notNull().default(true),
    /** In which the person is written to. */
    language: text({ enum: languages }).notNull().default('en'),
    termsVersion: text().notNull(),
    /** In which language they were read; null before there were two. */
    termsLanguage: text({ enum: languages }),
    consentAt: moment().notNull(),
    consentTo: text({ enum: ['website', 'office'] }).notNull(),
    /** Hash of the submitted form: the same content again within minutes is the same registration. */
    submissionHash: text(),
    rejectionReason: text().notNull().default(''),
    approvedAt: moment(),
    decidedAt: moment(),
    erasureRequestedAt: moment(),
    /** When the record will be deleted, as its owner was told: set by a rejection and by the last reminder. */
    removalAt: moment(),
    createdAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [
    /** An e-mail belongs to one New or Approved record; rejected people may register again. */
    uniqueIndex('members_email_active').on(table.email).where(sql`status in ('New', 'Approved') and email <> ''`),
    // `desc` in a query puts nulls first; only an index in the same order serves it.
    index('members_by_status').on(table.status, table.createdAt.desc().nullsFirst(), table.id),
    index('members_by_state').on(table.status, table.state, table.createdAt.desc().nullsFirst(), table.id),
    // Most payment states are rare; the statistics `members_status_payment` tell how rare in each status.
    index('members_by_payment').on(table.status, table.paymentStatus, table.createdAt.desc().nullsFirst(), table.id),
    // The queue: what is ready to be decided comes first, of that answered corrections.
    index('members_ready_queue')
      .on(
        sql`${isReady} desc`,
        table.correctionAnsweredAt.desc().nullsLast(),
        table.createdAt.desc().nullsFirst(),
        table.id,
      )
      .where(sql`status = 'New'`),
    // Until servers before this one are gone, they read the queue by it.
    index('members_queue')
      .on(table.correctionAnsweredAt.desc().nullsLast(), table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`status = 'New'`),
    index('members_correction').on(table.correctionState, table.status).where(sql`correction_state <> ''`),
    /**
     * The order of the directory with a state, with a district, and as a whole. Other filters come last, so that
     * the rows of a page and their number are read from the index alone; the name is in the middle and cut, because an
     * index entry has a largest size.
     */
    index('members_directory')
      .on(
        table.state,
        table.tierRank,
        table.nameSearch,
        table.id,
        table.district,
        table.subDistrict,
        table.hideEntry,
        table.statutes,
      )
      .where(sql`status = 'Approved'`),
    index('members_directory_all')
      .on(table.tierRank, table.nameSearch, table.id, table.hideEntry, table.statutes)
      .where(sql`status = 'Approved'`),
    index('members_directory_place')
      .on(
        table.state,
        table.district,
        table.tierRank,
        table.nameSearch,
        table.id,
        table.subDistrict,
        table.hideEntry,
        table.statutes,
      )
      .where(sql`status = 'Approved'`),
    /** Members who may owe the annual subscription: those approved before a day. */
    index('members_approved').on(table.id, table.approvedAt).where(sql`status = 'Approved'`),
    index('members_incomplete').on(table.status, table.state, table.id).where(sql`${isIncomplete}`),
    index('members_without_password').on(table.state, table.id).where(sql`status = 'Approved' and ${lacksPassword}`),
    index('members_erasure').on(table.erasureRequestedAt, table.id).where(sql`erasure_requested_at is not null`),
    index('members_removal').on(table.removalAt).where(sql`removal_at is not null`),
    index('members_unpaid')
      .on(table.paymentAwaitedSince)
      .where(sql`status = 'New' and payment_status = '' and removal_at is null`),
    /** Few members hold an office of the association; this index alone finds, counts and sorts them. */
    index('members_offices')
      .on(
        table.tierRank,
        table.nameSearch,
        table.id,
        table.associationOffice,
        table.state,
        table.district,
        table.subDistrict,
        table.hideEntry,
        table.statutes,
      )
      .where(sql`status = 'Approved' and association_office <> ''`),
    index('members_specialisations').using('gin', table.specialisations),
    index('members_email').on(table.email),
    index('members_mobile').on(table.mobile),
    index('members_person').on(table.nameSearch, table.dateOfBirth),
    index('members_compared_name').on(table.dateOfBirth, comparedName),
    index('members_utr').on(table.utr).where(sql`utr <> ''`),
    index('members_submission').on(table.submissionHash).where(sql`submission_hash is not null`),
    index('members_name_words').on(sql`(${firstWord})`, sql`(${lastWord})`),
    index('members_double_name').on(sql`(${doubleName()})`, table.dateOfBirth, table.state),
    index('members_double_email').on(sql`(${doubleEmail()})`).where(sql`email <> ''`),
    index('members_name_trigram').using('gin', sql`name_search gin_trgm_ops`),
    index('members_registration_trigram').using('gin', sql`${registrationSearch} gin_trgm_ops`),
    index('members_work_trigram').using('gin', sql`${workSearch} gin_trgm_ops`),
    index('members_position_trigram').using('gin', sql`position_search gin_trgm_ops`),
  ],
);
holdsPeople(members, {
  class: 'person',
  rehearsal: 'goes',
  what: 'Members and applications',
  archive: true,
  erased: 'deleted',
});

/** The rows of a table that a merge has touched. */
export type KeptRows = Readonly<Record<string, { theirs: readonly object[]; ours: readonly object[] }>>;

/** What undoing a merge needs. */
export interface MergeCopy {
  dropped: object;
  kept: object;
  rows: KeptRows;
  /** The last facts about both memberships before. */
  facts: { dropped: number; kept: number };
  /** What the kept record and its rows were after the merge. */
  after: Record<string, string>;
  /** Whether the login, and not only the record, came from the dropped one. */
  login: boolean;
  /** The account was taken back since: undoing the merge brings back nothing that lets into it. */
  takenBack?: true;
}

/** Records of people who were there twice: the dropped one's id and numbers lead to the kept one for ever. */
export const mergedRecords = pgTable(
  'merged_records',
  {
    droppedId: uuid().primaryKey(),
    keptId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The order of merges. */
    position: bigserial({ mode: 'number' }).notNull(),
    reference: text().notNull().unique(),
    memberNumber: text().unique(),
    /** Secrets in mails and calendars of the dropped one, where the kept one has its own. */
    unsubscribeCode: text().unique(),
    calendarSecret: text().unique(),
    /** The administrator's e-mail. */
    by: text().notNull(),
    at: insertedAt(),
    /** Null once it can no longer be undone. */
    copy: jsonb().$type<MergeCopy>(),
    /** Files that the kept record does not use; deleted with the copy. */
    files: text().array().notNull().default([]),
  },
  (table) => [
    index('merged_records_kept').on(table.keptId),
    index('merged_records_open').on(table.at).where(sql`copy is not null`),
  ],
);
holdsPeople(mergedRecords, {
  class: 'person',
  rehearsal: 'goes',
  erased: 'deleted',
  merged: { keptId: { key: ['droppedId'], becomes: 'follows' } },
});

/** Pairs of records that look like one person, and are not: the office has said so. The smaller id first. */
export const differentPeople = pgTable(
  'different_people',
  {
    one: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    other: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.one, table.other] }), index('different_people_other').on(table.other)],
);
holdsPeople(differentPeople, {
  class: 'person',
  rehearsal: 'goes',
  erased: 'deleted',
  merged: { one: { key: ['one', 'other'], becomes: 'goes' }, other: { key: ['one', 'other'], becomes: 'goes' } },
});

/**
 * Counts of members for the filters of the directory and of the lists of registrations, so that nobody counts
 * a million rows. `subject` is what they have in common: the function member_cells says where a record is counted.
 */
export const memberCounts = pgTable(
  'member_counts',
  {
    /**
     * 0 by State; 1 by State and block of the order, 2 by block alone; 3 and 4 the same with the block's first character; 5 by the whole
     * name, which is in `subject`.
     */
    level: integer().notNull(),
    subject: text().notNull(),
    state: text().notNull(),
    /** The beginning of the sorted name: the position in the order of the directory. */
    block: text().notNull(),
    tierRank: integer().notNull(),
    /** Those that do not hide their entry, and all. */
    shown: integer().notNull(),
    whole: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.level, table.subject, table.state, table.block, table.tierRank] }),
    /** The distinct names: far fewer than people. */
    index('member_counts_sounds').using('gin', sql`sound_keys(name_sound(subject))`).where(sql`level = 5`),
    index('member_counts_names').using('gin', sql`subject gin_trgm_ops`).where(sql`level = 5`),
  ],
);
holdsNobody(memberCounts, 'counts; a name without a person is deleted with the next clean-up', {
  class: 'technical',
  rehearsal: 'goes',
});

/**
 * Changes since the last addition to {@link memberCounts}: a record as it is now (+1), or as it was (-1). Written by a trigger of
 * `members`. The columns are named as those of `members`, so that the same conditions apply.
 * Trigger `members_count` notes new and deleted records, Trigger `members_count_anew` changed ones: records are also changed by deletions of
 * other rows and by restoring, and a count that missed one would stay wrong.
 */
export const memberCountChanges = pgTable('member_count_changes', {
  sign: integer().notNull(),
  status: text().notNull(),
  membership: text('tier').notNull(),
  tierRank: integer().notNull(),
  nameSearch: text().notNull(),
  positionSearch: text().notNull(),
  associationOffice: text().notNull(),
  specialisations: text().array().notNull(),
  statutes: text().notNull(),
  state: text().notNull(),
  hideEntry: boolean().notNull(),
  paymentStatus: text().notNull(),
  correctionState: text().notNull(),
  createdAt: moment().notNull(),
});
holdsPeople(memberCountChanges, { class: 'technical', rehearsal: 'goes', erased: 'deleted' });

/**
 * Events of memberships without names, so that past years do not change when people are erased, move or change
 * their tier. `person` is the record's id, which identifies nobody once the record is deleted. A change is two facts: the old state
 * (-1) and the new one (+1).
 */
export const membershipFacts = pgTable(
  'membership_facts',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** In India. */
    day: date({ mode: 'string' }).notNull(),
    kind: text({ enum: ['joined', 'left', 'rejected', 'changed'] }).notNull(),
    /** What it adds to the number of members: 1, -1, or 0 for a rejection. */
    sign: integer().notNull(),
    person: uuid().notNull(),
    tier: text().notNull(),
    state: text().notNull(),
    district: text().notNull(),
    gender: text().notNull(),
    office: text().notNull(),
  },
  (table) => [
    index('membership_facts_day').on(table.day, table.kind),
    // A State's months are counted from this index alone.
    index('membership_facts_state').on(table.state, table.day, table.kind),
    index('membership_facts_person').on(table.person, table.id),
  ],
);
holdsPeople(membershipFacts, {
  class: 'person',
  rehearsal: 'goes',
  erased: { tier: 'nobody', state: 'nobody', district: 'nobody', gender: 'nobody', office: 'nobody' },
});
