import { bigserial, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

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
