import { sql } from 'drizzle-orm';
import {
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
import { letters } from '#server/features/letters/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { bytes, insertedAt, jsonInWireNames, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { type LetterFilter, letterFilterNames } from '#shared/contracts/letters.ts';
import { type CountedResult, type VoteQuestion, voteResultNames, voteStates } from '#shared/contracts/votes.ts';

/** Secret ballots: elections and resolutions. */
export const votes = pgTable(
  'votes',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    text: text().notNull().default(''),
    state: text({ enum: voteStates }).notNull().default('draft'),
    questions: jsonb().$type<VoteQuestion[]>().notNull(),
    filter: jsonInWireNames<LetterFilter>(letterFilterNames).notNull().default({}),
    goodStanding: boolean().notNull().default(false),
    opensAt: moment().notNull(),
    closesAt: moment().notNull(),
    quorumPercent: integer().notNull().default(0),
    publicResult: boolean().notNull().default(false),
    withoutNotice: boolean().notNull().default(false),
    noticeId: uuid().references(() => letters.id, { onDelete: 'set null' }),
    /** Of the running freeze; null in a draft. */
    frozenAt: moment(),
    /** SPKI in base64url. */
    publicKey: text(),
    keyFingerprint: text(),
    rollHash: text(),
    /** Of what the paper says, made at freezing; null for a vote that was frozen before there were any. */
    paperHash: text(),
    people: integer().notNull().default(0),
    /** From closing on. */
    papers: integer(),
    ballots: integer(),
    boxHash: text(),
    result: jsonInWireNames<CountedResult>(voteResultNames),
    /** The order in which lots were drawn, by question. */
    lots: jsonb().$type<Record<string, string[]>>(),
    closedAt: moment(),
    /** When what told of single papers and ballots was gone from the disk. */
    purgedAt: moment(),
    declaredAt: moment(),
    /** The two administrators' e-mails. */
    declaredBy: text(),
    cancelReason: text().notNull().default(''),
    /** When members were told of the opening, were reminded, and the office was told that it could not open. */
    openTold: moment(),
    reminded: moment(),
    heldTold: moment(),
    by: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: insertedAt(),
  },
  (table) => [
    check('votes_times', sql`closes_at > opens_at`),
    check('votes_frozen', sql`state in ('draft', 'cancelled') or frozen_at is not null`),
    check('votes_counted', sql`state not in ('closed', 'declared') or (result is not null and box_hash is not null)`),
    index('votes_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('votes_running').on(table.opensAt).where(sql`state in ('roll', 'open')`),
  ],
);
holdsPeople(votes, {
  archive: true,
  class: 'content',
  rehearsal: 'goes',
  what: 'Votes',
  erased: {
    title: 'nobody',
    text: 'nobody',
    questions: { stays: 'who stood for election, as the paper’s hash has it' },
    filter: 'nobody',
    publicKey: 'nobody',
    keyFingerprint: 'nobody',
    rollHash: 'nobody',
    paperHash: 'nobody',
    boxHash: 'nobody',
    result: { stays: 'as the questions' },
    lots: 'nobody',
    declaredBy: 'nobody',
    cancelReason: 'nobody',
    by: 'nobody',
  },
});

/**
 * The private key of a vote, from freezing until closing: PKCS #8, encrypted with the key in a file of its own and with FILES_KEY where
 * there is one, in base64. A table of its own, which backups leave out.
 */
export const voteKeys = pgTable('vote_keys', {
  voteId: uuid()
    .primaryKey()
    .references(() => votes.id, { onDelete: 'cascade' }),
  sealed: text().notNull(),
});
holdsNobody(voteKeys, 'keys of votes', { class: 'technical', rehearsal: 'goes' });

/** Who may vote, fixed at freezing. An erased member stays as a number. */
export const voteRoll = pgTable(
  'vote_roll',
  {
    voteId: uuid()
      .notNull()
      .references(() => votes.id, { onDelete: 'cascade' }),
    memberNumber: text().notNull(),
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    name: text().notNull(),
    state: text().notNull(),
    /** Why they were added after freezing; '' for the others. */
    addedBecause: text().notNull().default(''),
    /** The day on which they took their paper. */
    paperOn: date({ mode: 'string' }),
    /** SHA-256 of the blinded message that was signed, until closing: the same one is signed again. */
    blinded: text(),
  },
  (table) => [
    primaryKey({ columns: [table.voteId, table.memberNumber] }),
    uniqueIndex('vote_roll_member').on(table.memberId, table.voteId),
    index('vote_roll_state').on(table.voteId, table.state),
  ],
);
holdsPeople(voteRoll, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  // A roll's rows are in its published hash: only whose they are is changed. That a paper was taken is nobody's business.
  erased: {
    memberNumber: { stays: 'a roll keeps the number alone, which its hash has' },
    memberId: 'emptied',
    name: 'emptied',
    state: 'nobody',
    addedBecause: 'emptied',
    blinded: 'nobody',
  },
  merged: {
    memberId: {
      key: ['voteId', 'memberNumber'],
      becomes: 'follows',
      once: ['voteId'],
      watched: ['paperOn', 'blinded'],
    },
  },
});

/** The hashes that the roll has had, the last one in force. */
export const voteRollHashes = pgTable(
  'vote_roll_hashes',
  {
    voteId: uuid()
      .notNull()
      .references(() => votes.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    hash: text().notNull(),
    people: integer().notNull(),
    at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.voteId, table.position] })],
);
holdsNobody(voteRollHashes, 'hashes', { class: 'technical', rehearsal: 'goes' });

export const voteObjections = pgTable(
  'vote_objections',
  {
    id: uuid().primaryKey().defaultRandom(),
    voteId: uuid()
      .notNull()
      .references(() => votes.id, { onDelete: 'cascade' }),
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    memberNumber: text().notNull(),
    name: text().notNull(),
    text: text().notNull(),
    at: moment().notNull(),
    answer: text().notNull().default(''),
    answeredAt: moment(),
  },
  (table) => [uniqueIndex('vote_objections_member').on(table.memberId, table.voteId)],
);
holdsPeople(voteObjections, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: {
    memberId: 'emptied',
    memberNumber: { stays: 'as in the roll' },
    name: 'emptied',
    text: 'emptied',
    answer: 'emptied',
  },
  merged: { memberId: { key: ['id'], becomes: 'follows', once: ['voteId'], watched: [] } },
});

/**
 * The box. Nothing here tells when or by whom: no moment, no id, no network. While a vote is open its rows lie in the order of
 * arrival; closing rewrites them in the order of SHA-256(message).
 */
export const ballots = pgTable(
  'ballots',
  {
    voteId: uuid()
      .notNull()
      .references(() => votes.id, { onDelete: 'cascade' }),
    message: bytes().notNull(),
    signature: bytes().notNull(),
    /** SPKI of the paper's own key. */
    key: bytes().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    /** The canonical JSON. */
    ballot: text().notNull(),
    ballotSignature: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.voteId, table.message] })],
);
holdsNobody(ballots, 'belong to nobody, and stay', { class: 'content', rehearsal: 'goes' });

/** Ballots whose requests began in the last seconds before closing: closing waits for as many. Says nothing else about them. */
export const ballotArrivals = pgTable(
  'ballot_arrivals',
  {
    id: uuid().primaryKey().defaultRandom(),
    voteId: uuid()
      .notNull()
      .references(() => votes.id, { onDelete: 'cascade' }),
  },
  (table) => [index('ballot_arrivals_vote').on(table.voteId)],
);
holdsNobody(ballotArrivals, 'ballots of nobody', { class: 'technical', rehearsal: 'goes' });
