import { bigserial, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * What happened to the membership, without names, so that a past year stays what it was when people are erased, move or change
 * their tier. `person` is the record's id and leads to nobody once the record is gone. A change is two facts: what was (-1) and
 * what is (+1).
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
    // A State's months are counted in here alone.
    index('membership_facts_state').on(table.state, table.day, table.kind),
    index('membership_facts_person').on(table.person, table.id),
  ],
);
