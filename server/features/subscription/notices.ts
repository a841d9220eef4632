import type { Config } from '#server/config.ts';
import { saveNotices } from '#server/features/payments/payments.queries.ts';
import { purposeText } from '#server/features/receipts/receipt-sheet.ts';
import type { Database, Transaction } from '#server/platform/database/client.ts';
import { enqueueMails } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { findNotices, lockNotices, type NoticeDue } from './notices.queries.ts';
import { yearAskedFor } from './rules.ts';
import { findSubscription } from './subscription.queries.ts';

const atOnce = 500;

/**
 * Sends the due first notices and reminders, at most one per person and day, in short transactions. After a
 * pause only the last of several is sent.
 * @param isStopping asked between them; the next round does the rest
 */
export async function sendNotices(
  { database, config }: { database: Database; config: Config },
  isStopping: () => boolean = () => false,
): Promise<void> {
  let after: string | null = null;
  while (!isStopping()) {
    const settings = await findSubscription(database);
    if (yearAskedFor(settings, clock.today()) === null) return;
    const notices = await findNotices(database, settings, after, atOnce);
    if (notices.length > 0) {
      await database.transaction(async (tx) => {
        const ids = notices.map(({ id }) => id);
        const due = await lockNotices(tx, settings, ids);
        if (due.length > 0) await send(tx, config, due);
      });
    }
    if (notices.length < atOnce) return;
    after = notices.at(-1)!.memberId;
  }
}

async function send(tx: Transaction, config: Config, due: readonly NoticeDue[]): Promise<void> {
  const link = `${config.publicUrl}${paths.membershipStatus}`;
  await enqueueMails(
    tx,
    due.map(({ id, reference, period, amount, stage, memberId, name, email }) => ({
      kind: stage === 1 ? ('subscription-due' as const) : ('subscription-reminder' as const),
      to: email,
      data: {
        name,
        reference,
        purpose: purposeText({ purpose: 'annual', period, membership: null }),
        amount: formatRupees(amount),
        link,
        payment: id,
      },
      memberId,
    })),
    { bulk: true },
  );
  await saveNotices(tx, due);
}
