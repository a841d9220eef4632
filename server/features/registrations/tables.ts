import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import type { GuestCopy } from '#server/features/participations/participations.queries.ts';
import type { PaymentRow } from '#server/features/payments/payments.queries.ts';
import { moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/** What a decision changes of a payment. */
export type PaymentFacts = Pick<PaymentRow, 'state' | 'amount' | 'reason' | 'refundDue'>;

/** The record before a decision, as far as a decision changes it. */
export interface BeforeDecision {
  tier: string;
  memberNumber: string | null;
  rejectionReason: string;
  /** ISO dates. */
  approvedAt: string | null;
  decidedAt: string | null;
  removalAt: string | null;
  correctionState: '' | 'asked' | 'answered';
  correctionAnsweredAt: string | null;
  /** The correction that it ended, with the corrected values. */
  correction: { id: string; changes: { field: string; from: string; to: string }[] } | null;
  /** The last fact about the membership. */
  lastFact: number;
  /** Participations as a guest, which an approval makes the member's; absent in those of an earlier version. */
  guests?: GuestCopy[];
}

/** Decisions about new registrations that can still be taken back, for seconds; their mails wait so long. */
export const decisionUndos = pgTable('decision_undos', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** The administrator's e-mail: only who decided may take it back. */
  by: text().notNull(),
  until: moment().notNull(),
  /** The record's version after the decision. */
  version: integer().notNull(),
  before: jsonb().$type<BeforeDecision>().notNull(),
  /** The payments that the decision changed, or made (without `before`). */
  payments: jsonb().$type<{ id: string; before: PaymentFacts | null; after: PaymentFacts }[]>().notNull(),
  /** The mails that are withdrawn. */
  mails: text().array().notNull(),
});
holdsPeople(decisionUndos, {
  class: 'person',
  rehearsal: 'goes',
  erased: 'deleted',
  merged: { memberId: { key: [], becomes: 'forgotten' } },
});
