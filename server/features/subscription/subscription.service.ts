import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '#server/core.ts';
import type { PaymentsNeeds } from '#server/features/payments/payments.service.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import {
  isYearOfApproval,
  type SubscriptionChanges,
  type SubscriptionSettings,
} from '#shared/contracts/subscription.ts';
import { AppError } from '#shared/errors.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { countOwing } from './dues.queries.ts';
import { askAll } from './dues.ts';
import { sendNotices } from './notices.ts';
import { owedBefore, yearPayableEarly } from './rules.ts';
import { findSalary, findSubscriptionStatus } from './status.queries.ts';
import { findSubscription, lockSubscription, type Subscription, saveSubscription } from './subscription.queries.ts';

/** The subscription status for a member's list of payments. */
export const ownSubscriptionStatus: PaymentsNeeds['statusOf'] = async (db, memberId, views) => {
  const settings = await findSubscription(db);
  const status = await findSubscriptionStatus(db, settings, memberId);
  const salary = await findSalary(db, memberId);
  const standing = { ...status, ...(salary && { salary }) };
  const early = yearPayableEarly(settings, clock.today());
  const isAsked = views.some(({ payment: { period, state } }) => period === early && state !== 'cancelled');
  return { standing, nextYear: early === null || isAsked ? null : { period: early, amount: settings.amount } };
};

/** How long a change waits for the payments it causes; a longer round goes on after the answer. */
const waitMs = 3_000;

const presented = ({ askedOn: _askedOn, ...settings }: Subscription): SubscriptionSettings => settings;

/** The settings after a change. */
function changed(before: Subscription, { reminders, ...all }: SubscriptionChanges): SubscriptionSettings {
  const { firstYear = '', ...others } = all;
  const changes = isYearOfApproval(firstYear) ? { yearOfApproval: firstYear, ...others } : all;
  const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const switched = Object.fromEntries(Object.entries(reminders ?? {}).filter(([, value]) => value !== undefined));
  return { ...presented(before), ...sent, reminders: { ...before.reminders, ...switched } };
}

/** The log's text of a change: the names of the settings, old and new values. */
function changeText(before: SubscriptionSettings, after: SubscriptionSettings): string {
  const names = Object.keys(after) as (keyof SubscriptionSettings)[];
  return names
    .filter((name) => name !== 'version' && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name}: ${JSON.stringify(before[name])} → ${JSON.stringify(after[name])}`)
    .join('; ');
}

/** The settings of the annual subscription, and its rounds. */
export function createSubscriptionService({ database, config, log }: Pick<Core, 'database' | 'config' | 'log'>) {
  let stopping = false;
  const underWay = new Set<Promise<void>>();

  /** One round: missing payments, then notices. */
  async function run(isStopping: () => boolean = () => stopping): Promise<void> {
    const count = await askAll(database, isStopping);
    if (count > 0) log.info({ made: count }, 'the annual subscription was asked for');
    await sendNotices({ database, config }, isStopping);
  }

  /** Begins a round at once; a failure is left to the next one. */
  function runSoon(): Promise<void> {
    const done = run()
      .catch((error: Error) => log.warn({ reason: error.name }, 'the annual subscription could not be asked for'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return done;
  }

  return {
    run,

    async get(): Promise<SubscriptionSettings> {
      return presented(await findSubscription(database));
    },

    /**
     * Changes the given settings.
     * @throws VALIDATION without any, or for a first year that is over, RECORD_CHANGED when `version` is not the current one
     */
    async update(changes: SubscriptionChanges, version: number | undefined, by: string): Promise<SubscriptionSettings> {
      if (Object.values(changes).every((value) => value === undefined)) {
        throw new AppError('VALIDATION', serverMessages.nothingSent);
      }
      const saved = await database.transaction(async (tx) => {
        const before = assertVersion(await lockSubscription(tx), 'This settings record', version);
        const after = changed(before, changes);
        if (after.firstYear !== before.firstYear && after.firstYear < financialYearOf(clock.today())) {
          const message = 'Please choose the running financial year or a later one';
          throw new AppError('VALIDATION', message, { fields: { firstYear: message } });
        }
        const result = await saveSubscription(tx, after);
        await recordContentChange(
          tx,
          'settings',
          by,
          'Settings changed',
          'Annual subscription',
          changeText(before, after),
        );
        return result;
      });
      if (saved.enabled) await Promise.race([runSoon(), sleep(waitMs, undefined, { ref: false })]);
      return presented(saved);
    },

    /** How many members would owe the subscription of the first year, or of the current one, and were not billed. */
    async preview(changes: Pick<SubscriptionChanges, 'amount' | 'firstYear' | 'yearOfApproval' | 'freeFromMonth'>) {
      const settings = changed(await findSubscription(database), changes);
      const running = financialYearOf(clock.today());
      const period = settings.firstYear > running ? settings.firstYear : running;
      const approvedBefore = owedBefore(period, settings);
      const members = await countOwing(database, { period, approvedBefore });
      return { members, amount: members * settings.amount };
    },

    /** Stops a round between two steps. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all(underWay);
    },
  };
}
