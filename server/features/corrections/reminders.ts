import { lockMember } from '#server/features/members/members.queries.ts';
import type { Database } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import { mailCorrection } from './correction-mail.ts';
import { findCorrection, findToRemind, noteReminder } from './corrections.queries.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const atOnce = 100;

/**
 * Reminds every applicant once whose correction has been awaited for some days, with a new link.
 * @param isStopping asked between them; the next round does the rest
 */
export async function remindCorrections(database: Database, isStopping: () => boolean = () => false): Promise<void> {
  const before = new Date(clock.ms() - limits.correctionReminderDays * dayMs);
  for (let more = true; more && !isStopping(); ) {
    const due = await findToRemind(database, before, atOnce);
    for (const { id, memberId } of due) {
      await database.transaction(async (tx) => {
        const row = await lockMember(tx, memberId, 'unrestricted');
        const correction = row && (await noteReminder(tx, id)) && (await findCorrection(tx, id));
        if (correction) await mailCorrection(tx, row, correction, 'correction-reminder');
      });
    }
    more = due.length === atOnce;
  }
}
