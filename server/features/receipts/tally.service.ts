import type { Core } from '#server/core.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { TallyLedgers, TallySettings } from '#shared/contracts/tally.ts';
import { findIssuer } from './issued.queries.ts';
import { findTally, lockTally, saveTally } from './tally.queries.ts';

/** The ledgers' names until the office has its own. */
const usual: TallyLedgers = {
  bank: 'Bank Account',
  cash: 'Cash',
  gateway: 'Payment Gateway',
  admission: 'Admission Fees',
  annual: 'Annual Subscription',
  upgrade: 'Membership Upgrade Fees',
  excess: 'Excess Receipts',
  fees: 'Gateway Charges',
  states: 'State Units',
};

/** The names under which Tally books, with the usual ones where the office has none. */
export async function tallySettingsOf(db: Readable): Promise<TallySettings> {
  const { company, ledgers, version } = await findTally(db);
  return { company: company || (await findIssuer(db)).association.name, ledgers: { ...usual, ...ledgers }, version };
}

type Sent<T> = { [K in keyof T]?: T[K] | undefined };
const present = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));

/** The names of Tally's company and ledgers. */
export function createTallyService({ database }: Pick<Core, 'database'>) {
  return {
    get: () => tallySettingsOf(database),

    /** Changes what is given. @throws RECORD_CHANGED */
    async update(
      {
        company,
        ledgers,
        version,
      }: { company?: string | undefined; ledgers?: Sent<TallyLedgers> | undefined; version?: number | undefined },
      by: string,
    ): Promise<TallySettings> {
      await database.transaction(async (tx) => {
        const before = assertVersion(await lockTally(tx), 'The settings', version);
        await saveTally(tx, {
          company: company ?? before.company,
          ledgers: { ...before.ledgers, ...present(ledgers ?? {}) },
        });
        await writeLog(tx, {
          kind: 'content',
          feature: 'settings',
          by,
          action: 'Settings changed',
          subject: 'Names in Tally',
        });
      });
      return tallySettingsOf(database);
    },
  };
}
