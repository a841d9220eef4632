import { type Core, serviceOf } from '#server/core.ts';
import { findLastBackup } from '#server/platform/backup/backups.queries.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { hasPower } from '#shared/powers.ts';
import { createRetentionService } from './retention.service.ts';
import {
  countByMonth,
  countByState,
  countConferences,
  countErasureRequests,
  countIncomplete,
  countTiers,
  countUnableToLogIn,
  findWaiting,
} from './review.queries.ts';

/** The figures of the office's start page. */
export function createFiguresService(core: Core) {
  const { database } = core;
  const { reader } = database;
  const retention = serviceOf(core, createRetentionService);

  /** The five figures of the overview, in the wire's names. */
  async function dashboardCounts({ powers, reach }: Pick<ActingAdministrator, 'powers' | 'reach'>) {
    const conferences = { 'Total Conferences': await countConferences(reader) };
    if (!hasPower({ powers }, 'members')) return conferences;
    const tiers = await countTiers(reader, reach);
    return {
      'Individual Member': tiers['Individual member'],
      'Lifetime Member': tiers['lifetime member'],
      'Patron Member': tiers['Patron member'],
      ...conferences,
      'Total Member': Object.values(tiers).reduce((sum, number) => sum + number, 0),
    };
  }

  /** Pending work; figures about people only with that power, and within the reach. */
  async function overview({ powers, reach }: Pick<ActingAdministrator, 'powers' | 'reach'>) {
    const lastBackup = { lastBackupAt: (await findLastBackup(database))?.toISOString() ?? null };
    if (!hasPower({ powers }, 'members')) return lastBackup;
    const { waiting, oldestAt } = await findWaiting(reader, reach);
    return {
      ...lastBackup,
      waiting,
      oldestWaitingAt: oldestAt?.toISOString() ?? null,
      erasureRequests: await countErasureRequests(reader, reach),
      incomplete: await countIncomplete(reader, reach),
      cannotLogIn: await countUnableToLogIn(reader, reach),
      removals: await retention.upcoming(reach),
      byMonth: await countByMonth(reader, reach),
      byState: await countByState(reader, reach),
    };
  }

  return { dashboardCounts, overview };
}
