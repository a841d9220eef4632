import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/** Issued member cards; a member has one valid card. */
export const memberCards = pgTable(
  'member_cards',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the record was deleted: the card then belongs to a former member. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    /** 128 random bits, for verification by anyone who sees the card. */
    code: text().notNull().unique(),
    createdAt: insertedAt(),
    replacedAt: moment(),
  },
  (table) => [
    index('member_cards_member').on(table.memberId),
    uniqueIndex('member_cards_valid').on(table.memberId).where(sql`replaced_at is null`),
  ],
);
holdsPeople(memberCards, {
  class: 'person',
  rehearsal: 'goes',
  what: 'Member cards',
  archive: true,
  erased: { memberId: 'emptied', code: 'nobody' },
  merged: { memberId: { key: ['id'], becomes: 'follows', changes: 'theirs' } },
});
