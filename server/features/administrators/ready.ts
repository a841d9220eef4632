import { type Found, missing, ok, type ReadSite, type ReadyCheck, wrong } from '#server/platform/checks/checks.ts';
import { passkeyHost } from '#shared/passkeys.ts';
import { paths } from '#shared/paths.ts';
import { listAdministrators } from './administrators.queries.ts';

/** Two people, so that one may be ill or leave; each with something besides the password. */
async function lookAtPeople({ config, database }: ReadSite): Promise<Found> {
  const host = passkeyHost(config.publicUrl);
  const full = (await listAdministrators(database)).filter(
    ({ disabled, lastLoginAt, powers, unproved }) => !disabled && !unproved && lastLoginAt && powers.includes('full'),
  );
  const count = `${full.length} ${full.length === 1 ? 'administrator' : 'administrators'} with the power ‘Full’`;
  if (full.length < 2) {
    const act = { text: 'Invite a second administrator', href: paths.admin.administrators };
    return missing(`${count} ${full.length === 1 ? 'has' : 'have'} logged in; two are needed.`, act);
  }
  const protectedOnes = full.filter(({ secondFactor, passkeyHosts }) => secondFactor || passkeyHosts.includes(host));
  if (protectedOnes.length >= 2)
    return ok(`${count}, ${protectedOnes.length} of them with a second factor or a passkey.`);
  const act = { text: 'Add a passkey or a second factor', href: paths.admin.secondFactor };
  return wrong(`${count}, ${protectedOnes.length} of them with a second factor or a passkey; two need one.`, act);
}

export const peopleChecks: readonly ReadyCheck[] = [{ id: 'people', necessary: true, look: lookAtPeople }];
