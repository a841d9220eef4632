import type { Config } from '#server/config.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import type { Authority } from '#server/platform/jobs/jobs.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { mailFullAdministrators } from '#server/platform/mail/to-office.ts';
import type { AppError } from '#shared/errors.ts';
import { hasPower, isBound, type Power, powerNeeded } from '#shared/powers.ts';
import { findOffice } from './sessions.queries.ts';

/** Work that goes on after its call: `revoked` once its administrator's account was taken back. */
interface Work {
  by: string;
  revoked?: boolean;
}

/**
 * Why an administrator for whom work goes on after the call may not go on with it: the first of the powers that they no longer have; null
 * when they may. @param unbound the work is for all India
 */
async function refusal(db: Queryable, work: Work, powers: readonly Power[], unbound = false): Promise<AppError | null> {
  const office = work.revoked ? undefined : await findOffice(db, work.by);
  const missing = office ? powers.find((power) => !hasPower(office, power)) : powers[0];
  if (missing) return powerNeeded(missing);
  return unbound && office && isBound(office.reach) ? powerNeeded(powers[0]!, true) : null;
}

/** Whether an administrator for whom work goes on after the call may still go on with it. */
export const stillHas = async (db: Queryable, by: string, power: Power): Promise<boolean> =>
  (await refusal(db, { by }, [power])) === null;

/** Logs work that was left because its administrator may not do it any more, and tells those with full powers. @param link of its page */
export async function tellOfStoppedWork(tx: Transaction, work: string, by: string, link: string): Promise<void> {
  const action = 'left work whose administrator may not do it any more';
  await writeLog(tx, { kind: 'administrator', by: 'website', subject: by, action, note: work });
  await mailFullAdministrators(tx, { kind: 'work-stopped', data: { work, by, link } });
}

/** What jobs ask before each step. */
export const authorityOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): Authority => ({
  refusal,
  tell: (tx, work, by, page) => tellOfStoppedWork(tx, work, by, `${publicUrl}${page}`),
});
