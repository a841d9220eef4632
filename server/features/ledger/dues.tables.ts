import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { membershipValues } from '#shared/memberships.ts';
import { claimStates, dueChangeCauses, dueChangeKinds, duePurposes, dueStates } from './kinds.ts';

const openSum = 'amount + changed - waived - cancelled - refunded - settled';

/** What brought a due to nothing open says what it is; `ended` is '' after an allocation or a price. */
const stateOf = sql.raw(`case when claim = 'pending' then 'claimed'
  when ${openSum} > 0 or (amount + changed = 0 and parts = 0 and ended = '') then case claim when 'refused' then 'refused' else 'due' end
  when ended in ('waived', 'cancelled') or (ended = 'refunded' and settled = 0) then ended
  when settled > 0 then 'settled' else 'waived' end`);

/** Of a person, what counts once: a duplicate and what an undone import has asked do not. */
const counts = 'duplicate_of is null and not taken_back';

/**
 * What is owed. The counters are the sums of the entries, and written by their triggers alone: Trigger `dues_counters` refuses everybody else.
 * Trigger `dues_keep` refuses that a due goes or becomes another. Trigger `dues_alias` notes its reference among the aliases. Trigger `dues_admission_asked` and
 * Trigger `dues_admission_changed` repeat the admission in `members`, whose lists sort and count by it.
 */
export const dues = pgTable(
  'dues',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    /** Of a fee for a conference, also a guest's, who is no member. No reference: participations are above. */
    participationId: uuid(),
    /** What remains of an erased person. */
    erased: jsonb().$type<{ reference: string; membership: string }>(),
    purpose: text({ enum: duePurposes }).notNull(),
    /** Financial year of an annual subscription, such as 2026-27. */
    period: text(),
    /** The tier that an upgrade leads to. */
    membership: text({ enum: membershipValues }),
    /** The person's when it was asked. */
    tier: text(),
    /** For narrations. Null once the person was erased and there is no receipt. */
    reference: text().unique(),
    /** Whole rupees, as first asked. */
    amount: integer().notNull(),
    /** In India. */
    askedOn: date({ mode: 'string' }).notNull(),
    askedAt: insertedAt(),
    /** Nothing is owed, and what comes goes back. */
    unwanted: boolean().notNull().default(false),
    /** An upgrade that has given its tier. */
    reached: boolean().notNull().default(false),
    /** Asked by an import that was undone, without claim or receipt ever. */
    takenBack: boolean().notNull().default(false),
    /** The due of the other record of a person for the same. */
    duplicateOf: uuid().references((): AnyPgColumn => dues.id),
    /** The office's own remark. */
    note: text().notNull().default(''),
    /** Of an annual one: the last notice that was sent. 0 none, 1 the first, 2 to 4 after 30, 60 and 90 days. */
    noticeStage: integer().notNull().default(0),
    noticedOn: date({ mode: 'string' }),
    changed: integer().notNull().default(0),
    waived: integer().notNull().default(0),
    cancelled: integer().notNull().default(0),
    refunded: integer().notNull().default(0),
    settled: integer().notNull().default(0),
    /** Allocations that stand. */
    parts: integer().notNull().default(0),
    /** The kind of its last end. */
    ended: text({ enum: ['', 'waived', 'cancelled', 'refunded'] })
      .notNull()
      .default(''),
    /** The state of its last claim; '' without one. */
    claim: text({ enum: ['', ...claimStates] })
      .notNull()
      .default(''),
    open: integer().notNull().generatedAlwaysAs(sql.raw(openSum)),
    state: text({ enum: dueStates }).notNull().generatedAlwaysAs(stateOf),
  },
  (table) => [
    check('dues_counters', sql`amount >= 0 and least(waived, cancelled, refunded, settled, parts) >= 0`),
    check('dues_open', sql`open >= 0`),
    check('dues_unwanted', sql`not unwanted or (open = 0 and settled = 0)`),
    check('dues_duplicate', sql`duplicate_of is null or unwanted`),
    check(
      'dues_taken_back',
      sql`not taken_back or (open = 0 and settled = 0 and refunded = 0 and claim <> 'pending' and purpose <> 'conference')`,
    ),
    check('dues_period', sql`(purpose = 'annual') = (period is not null)`),
    check('dues_membership', sql`(purpose = 'upgrade') = (membership is not null)`),
    check('dues_participation', sql`(purpose = 'conference') = (participation_id is not null)`),
    check(
      'dues_person',
      sql`case when erased is null then coalesce(member_id, participation_id) is not null else member_id is null end`,
    ),
    check('dues_reference', sql`reference is not null or erased is not null`),
    uniqueIndex('dues_admission')
      .on(table.memberId)
      .where(sql.raw(`purpose = 'admission' and ${counts}`)),
    uniqueIndex('dues_annual')
      .on(table.memberId, table.period)
      .where(sql.raw(`purpose = 'annual' and ${counts}`)),
    uniqueIndex('dues_conference')
      .on(table.participationId)
      .where(sql.raw(`purpose = 'conference' and ${counts}`)),
    uniqueIndex('dues_upgrade')
      .on(table.memberId)
      .where(sql.raw(`purpose = 'upgrade' and not reached and state in ('due', 'claimed', 'refused') and ${counts}`)),
    index('dues_member').on(table.memberId, table.askedAt.desc().nullsFirst()),
    index('dues_state').on(table.state, table.askedAt.desc().nullsFirst(), table.id),
    // Of most dues a receipt tells.
    index('dues_newest').on(table.askedAt.desc().nullsFirst(), table.id).where(sql`state <> 'settled'`),
    // Number and sum for any filter are read from this index alone.
    index('dues_totals').on(table.state, table.purpose, table.period, table.open),
    index('dues_asked').on(table.askedOn, table.amount),
    index('dues_duplicate_of').on(table.duplicateOf).where(sql`duplicate_of is not null`),
    index('dues_reference_beginning').on(table.reference.op('text_pattern_ops')),
  ],
);
holdsPeople(dues, {
  class: 'money',
  rehearsal: 'goes',
  erased: {
    memberId: 'emptied',
    erased: { stays: 'the reference by which receipt, bank and log know the money' },
    reference: { stays: 'as in `erased`, where there is a receipt' },
    period: 'nobody',
    tier: 'nobody',
    note: 'emptied',
  },
  merged: { memberId: { key: ['id'], becomes: 'follows', watched: ['noticeStage', 'noticedOn'] } },
});

/**
 * What changed a due's price, or ended it: entries are only added. Trigger `due_changes_count` adds them to their dues, Trigger `due_changes_keep` refuses
 * changes but for the texts of a due without a person.
 */
export const dueChanges = pgTable(
  'due_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: bigserial({ mode: 'number' }).notNull(),
    dueId: uuid()
      .notNull()
      .references(() => dues.id),
    kind: text({ enum: dueChangeKinds }).notNull(),
    /** Whole rupees; of a price what it adds. */
    amount: integer().notNull(),
    /** What cancelled it: only what a decision has cancelled comes back with the person. */
    cause: text({ enum: dueChangeCauses }).notNull().default(''),
    /** Takes an end back. */
    back: boolean().notNull().default(false),
    /** In India. */
    day: date({ mode: 'string' }).notNull(),
    reason: text().notNull().default(''),
    /** The administrator's e-mail. */
    by: text().notNull().default(''),
    at: insertedAt(),
  },
  (table) => [
    check('due_changes_amount', sql`case when kind = 'changed' then not back else amount >= 0 end`),
    index('due_changes_due').on(table.dueId),
    index('due_changes_day').on(table.day, table.kind, table.amount),
  ],
);
holdsPeople(dueChanges, { class: 'money', rehearsal: 'goes', erased: { reason: 'emptied', by: 'nobody' } });

/** Every reference and former id of a due, for ever. */
export const dueAliases = pgTable(
  'due_aliases',
  {
    alias: text().primaryKey(),
    dueId: uuid()
      .notNull()
      .references(() => dues.id),
  },
  (table) => [index('due_aliases_due').on(table.dueId)],
);
holdsNobody(dueAliases, 'references of dues; those of erased people go', { class: 'money', rehearsal: 'goes' });
