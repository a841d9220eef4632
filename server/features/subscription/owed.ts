// Offered to other features: what an applicant owes, for their mails.
import type { Readable } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { owedSentence } from '#shared/owed.ts';
import { subscriptionAhead } from './rules.ts';
import { findSubscription } from './subscription.queries.ts';

/** What is owed today and later for an admission, in English: the mail puts it into the reader's language. */
export async function owedInWords(db: Readable, fee: number): Promise<string> {
  return owedSentence(fee, subscriptionAhead(await findSubscription(db), clock.today())).toString();
}
