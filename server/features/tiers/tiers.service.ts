import type { z } from 'zod';
import type { Core } from '#server/core.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { clock } from '#shared/clock.ts';
import type { Tier, tierSchema } from '#shared/contracts/tiers.ts';
import { AppError } from '#shared/errors.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { afterChange } from '#shared/second-texts.ts';
import { listTiers, lockTiers, saveTier, type TierRow } from './tiers.queries.ts';

/** The tiers: names, fees, benefits, and which of them applicants may choose. */
export function createTiersService({ database }: Pick<Core, 'database'>) {
  return {
    /** All tiers in the order Patron, Permanent, Individual, those not offered included. */
    async list(): Promise<Tier[]> {
      return (await listTiers(database.reader)).map(presentTier);
    },

    /**
     * Changes, withdraws or offers a tier.
     * @throws RECORD_CHANGED when `version` is not the current one, VALIDATION when no tier would be left to choose
     */
    async update(
      membership: MembershipValue,
      changes: z.output<typeof tierSchema>,
      version: number | undefined,
      by: string,
    ): Promise<void> {
      await database.transaction(async (tx) => {
        const rows = await lockTiers(tx);
        const tier = rows.find((each) => each.membership === membership);
        const row = assertVersion(tier, 'This membership', version);
        const othersOffered = rows.some((each) => each !== row && each.offered);
        if (!changes.offered && !othersOffered) {
          const message = 'At least one membership must be offered';
          throw new AppError('VALIDATION', message, { fields: { offered: message } });
        }
        const { title, heading, fee, benefits, offered, hi } = changes;
        const english = { title, heading, benefits };
        const isChanged = (name: string) => {
          const each = name as keyof typeof english;
          return String(english[each]) !== String(row[each]);
        };
        const values = {
          title,
          heading,
          feeRupees: fee,
          benefits,
          offered,
          savedAt: clock.now(),
          ...afterChange(row, hi, isChanged),
        };
        await saveTier(tx, membership, values);
        await recordContentChange(tx, 'tiers', by, actionOf(row, offered), membership);
      });
    },
  };
}

function actionOf(row: TierRow, offered: boolean): string {
  if (row.offered === offered) return 'Membership changed';
  return offered ? 'Membership offered again' : 'Membership withdrawn';
}

function presentTier(row: TierRow): Tier {
  return {
    membership: row.membership,
    title: row.title,
    heading: row.heading,
    fee: row.feeRupees,
    benefits: row.benefits,
    offered: row.offered,
    hi: row.hindi,
    older: row.older,
    version: row.version,
  };
}
