import { type Found, missing, ok, type ReadSite, type ReadyCheck, wrong } from '#server/platform/checks/checks.ts';
import { paths } from '#shared/paths.ts';
import { listTiers } from './tiers.queries.ts';

const act = { text: 'Look at fees and benefits', href: paths.admin.memberships };

/** Each membership that is offered has a fee and benefits, and the office has saved it as it stands. */
async function lookAtTiers({ database }: ReadSite): Promise<Found> {
  const offered = (await listTiers(database)).filter((tier) => tier.offered);
  if (offered.length === 0) return wrong('No membership is offered.', act);
  const empty = offered.filter(({ feeRupees, benefits }) => feeRupees < 1 || benefits.length === 0);
  if (empty.length > 0) return wrong(`${empty.length} of ${offered.length} memberships lack a fee or benefits.`, act);
  const unsaved = offered.filter(({ savedAt }) => savedAt === null);
  if (unsaved.length === 0) return ok(`${offered.length} memberships are offered with fees that the office has saved.`);
  return missing(
    `${unsaved.length} of ${offered.length} memberships have the fees that the program came with; nobody has saved them.`,
    act,
  );
}

export const tierChecks: readonly ReadyCheck[] = [{ id: 'tiers', necessary: true, look: lookAtTiers }];
