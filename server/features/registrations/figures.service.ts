import { findLastBackup } from '#server/backup/backups.queries.ts';
import type { Core } from '#server/core.ts';
import { hasPower } from '#shared/powers.ts';
import type { Office } from './decisions.service.ts';
import type { RetentionService } from './retention.service.ts';
import {
  countByMonth,
  countByState,
  countConferences,
  countErasureRequests,
  countTiers,
  findWaiting,
} from './review.queries.ts';

/** The numbers of the office's first page. */
export function createFiguresService({ database }: Core, retention: RetentionService) {
  const { reader } = database;

  /** The five numbers of the overview, in the names of the wire. */
  async function dashboardCounts({ powers, reach }: Office) {
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

  /** What there is to do; figures of people only for who may see people, and of whose these are. */
  async function overview({ powers, reach }: Office) {
    const lastBackup = { lastBackupAt: (await findLastBackup(database))?.toISOString() ?? null };
    if (!hasPower({ powers }, 'members')) return lastBackup;
    const { waiting, oldestAt } = await findWaiting(reader, reach);
    return {
      ...lastBackup,
      waiting,
      oldestWaitingAt: oldestAt?.toISOString() ?? null,
      erasureRequests: await countErasureRequests(reader, reach),
      removals: await retention.upcoming(reach),
      byMonth: await countByMonth(reader, reach),
      byState: await countByState(reader, reach),
    };
  }

  return { dashboardCounts, overview };
}
