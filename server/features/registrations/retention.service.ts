import { type Core, serviceOf } from '#server/core.ts';
import {
  findTier,
  type MemberRow,
  scheduleRejectedRemoval,
  tierTitle,
  updateWithoutVersion,
} from '#server/features/members/members.queries.ts';
import { findAdmission } from '#server/features/payments/payments.queries.ts';
import { createSettingsService } from '#server/features/settings/settings.service.ts';
import { owedInWords } from '#server/features/subscription/owed.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import type { Retention } from '#shared/contracts/settings.ts';
import { paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { formatRupees } from '#shared/money.ts';
import { paymentLink } from './payment-request.ts';
import { removeRecords } from './removal.ts';
import {
  countRemovals,
  findRemovals,
  lockDueForReminder,
  lockDueForRemoval,
  type RemovableRow,
} from './retention.queries.ts';

const dayMs = 86_400_000;
const datedAtOnce = 1_000;
const handledAtOnce = 50;

const inDays = (number: number) => new Date(clock.ms() + number * dayMs);

/** The deletion date of a record that is rejected now. */
export const removalOfRejected = ({ rejectedDays }: Retention): Date => inDays(rejectedDays);

/** Days from the application to the first reminder, and from that to the second. The rest is the notice. */
const reminderStepDays = ({ unpaidDays }: Retention) => (unpaidDays - limits.removalNoticeDays) / 2;

const actionOf = ({ status }: RemovableRow) =>
  status === 'Rejected'
    ? 'deleted the rejected application at the end of the retention period'
    : 'deleted the unpaid application after two reminders';

/** Sets the deletion dates of rejected records by the current periods. */
async function dateRecords(
  { database }: Pick<Core, 'database'>,
  { rejectedDays }: Retention,
  isStopping = () => false,
) {
  while (!isStopping() && (await scheduleRejectedRemoval(database, rejectedDays, datedAtOnce)) === datedAtOnce);
}

/** Applies changed periods at once, so that the office sees the new days. */
export async function periodsChanged(core: Core): Promise<void> {
  await dateRecords(core, await serviceOf(core, createSettingsService).retention());
}

/**
 * Retention of unsuccessful applications: reminders to those who have not paid, and deletion of rejected and
 * unpaid ones. An announced date stays, unless the office lengthens the period.
 */
export function createRetentionService(core: Core) {
  const { database, files, config, log } = core;
  const settings = serviceOf(core, createSettingsService);

  async function remind(tx: Transaction, rows: MemberRow[], retention: Retention): Promise<void> {
    for (const row of rows) {
      const reminders = row.paymentReminders + 1;
      const isLast = reminders >= 2;
      const removalAt = inDays(limits.removalNoticeDays + (isLast ? 0 : reminderStepDays(retention)));
      const tier = await findTier(tx, row.membership);
      const { amount } = await findAdmission(tx, row.id);
      await enqueueMail(tx, {
        kind: 'payment-reminder',
        to: row.email,
        data: {
          name: row.name,
          reference: row.reference,
          tier: tier ? tierTitle(tier, row.language) : row.membership,
          fee: formatRupees(amount),
          owed: await owedInWords(tx, amount),
          link: paymentLink(config, row),
          removalOn: dayInWords(removalAt),
          last: isLast ? 'yes' : '',
        },
        memberId: row.id,
      });
      await updateWithoutVersion(tx, row.id, {
        paymentReminders: reminders,
        paymentAwaitedSince: clock.now(),
        removalAt: isLast ? removalAt : null,
      });
    }
  }

  /** Deletes these records one by one if necessary, so that one that fails does not block the others. */
  async function removeWhatCan(tx: Transaction, rows: RemovableRow[], failed: string[]): Promise<RemovableRow[]> {
    const remove = (some: RemovableRow[]) =>
      tx.transaction((savepoint) => removeRecords(savepoint, files, some, 'website', actionOf, 'past'));
    try {
      await remove(rows);
      return rows;
    } catch {
      const removed: RemovableRow[] = [];
      for (const row of rows) {
        try {
          await remove([row]);
          removed.push(row);
        } catch (error) {
          failed.push(row.id);
          const reason = error instanceof Error ? error.name : 'unknown';
          log.error({ reason, record: row.id }, 'a record could not be deleted at the end of its time');
        }
      }
      return removed;
    }
  }

  /**
   * One round of the clean-up: dates, reminders, deletions, in short transactions.
   * @param isStopping asked between them; the next round does the rest
   */
  async function run(isStopping: () => boolean = () => false): Promise<void> {
    const retention = await settings.retention();
    await dateRecords(core, retention, isStopping);
    const remindSome = () =>
      database.transaction(async (tx) => {
        const rows = await lockDueForReminder(tx, reminderStepDays(retention) * 24, handledAtOnce);
        await remind(tx, rows, retention);
        return rows.length;
      });
    while (!isStopping() && (await remindSome()) === handledAtOnce);
    const deleted = { rejected: 0, unpaid: 0 };
    const failed: string[] = [];
    const removeSome = () =>
      database.transaction(async (tx) => {
        const rows = await lockDueForRemoval(tx, handledAtOnce, failed);
        const removed = await removeWhatCan(tx, rows, failed);
        return { removed, more: rows.length === handledAtOnce };
      });
    for (let more = true; more && failed.length < handledAtOnce && !isStopping(); ) {
      const some = await removeSome();
      for (const { status } of some.removed) deleted[status === 'Rejected' ? 'rejected' : 'unpaid'] += 1;
      more = some.more;
    }
    if (deleted.rejected + deleted.unpaid > 0) log.info(deleted, 'applications were deleted at the end of their time');
  }

  return {
    run,

    /** The number of records that will be deleted within the notice, by kind. */
    async upcoming(reach: Reach): Promise<{ rejected: number; unpaid: number }> {
      const { Rejected: rejected, New: unpaid } = await countRemovals(database, reach);
      return { rejected, unpaid };
    },

    /** The records that will be deleted within the notice, the next one first. */
    async list(page: number, reach: Reach) {
      const counts = await countRemovals(database, reach);
      const rows = await findRemovals(database, page, reach);
      return {
        data: rows.map((row) => ({
          id: row.id,
          reference: row.reference,
          name: row.name,
          membership: row.tier,
          status: row.status,
          paymentStatus: row.paymentStatus,
          removalAt: row.removalAt.toISOString(),
        })),
        pagination: paginationOf(page, counts.New + counts.Rejected),
      };
    },
  };
}
