import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { mailFullAdministrators } from '#server/platform/mail/to-office.ts';
import { hasPower, isBound, type Power, powerNeeded } from '#shared/powers.ts';
import { findOffice } from './sessions.queries.ts';

type Office = NonNullable<Awaited<ReturnType<typeof findOffice>>>;

/** Work that goes on after its call: `revoked` once its administrator's account was taken back. */
export interface Work {
  by: string;
  revoked?: boolean;
}

/**
 * The powers and the reach, as they are now, of an administrator for whom work goes on after the call: asked again for each part of it.
 * @param unbound the work is for all India
 * @throws POWER_NEEDED
 */
export async function mustStillHave(db: Queryable, work: Work, power: Power, unbound = false): Promise<Office> {
  const office = await findOffice(db, work.by);
  if (!office || work.revoked || !hasPower(office, power)) throw powerNeeded(power);
  if (unbound && isBound(office.reach)) throw powerNeeded(power, true);
  return office;
}

/** As {@link mustStillHave}, without the refusal. */
export async function stillHas(db: Queryable, work: Work, power: Power, unbound = false): Promise<boolean> {
  const office = await findOffice(db, work.by);
  return office !== undefined && !work.revoked && hasPower(office, power) && !(unbound && isBound(office.reach));
}

/** Logs work that was left because its administrator may not do it any more, and tells those with full powers. @param link of its page */
export async function tellOfStoppedWork(tx: Transaction, work: string, by: string, link: string): Promise<void> {
  const action = 'left work whose administrator may not do it any more';
  await writeLog(tx, { kind: 'administrator', by: 'website', subject: by, action, note: work });
  await mailFullAdministrators(tx, { kind: 'work-stopped', data: { work, by, link } });
}
