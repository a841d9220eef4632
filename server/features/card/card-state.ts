import type { MemberRow } from '#server/features/members/members.queries.ts';
import { findSubscriptionStatus } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Queryable } from '#server/platform/database/client.ts';

export interface CardState {
  state: 'valid' | 'left' | 'lapsed';
  /** The last paid day, YYYY-MM-DD; null while no subscription is asked for, or none was paid. */
  paidUntil: string | null;
}

/** Whether somebody's card is valid: an approved person is a member, paid or not, until the membership lapses. */
export async function cardState(db: Queryable, member: Pick<MemberRow, 'id' | 'status'>): Promise<CardState> {
  if (member.status !== 'Approved') return { state: 'left', paidUntil: null };
  const { state, until } = await findSubscriptionStatus(db, await findSubscription(db), member.id);
  return { state: state === 'lapsed' ? 'lapsed' : 'valid', paidUntil: until };
}
