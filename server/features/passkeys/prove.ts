import { type Core, serviceOf } from '#server/core.ts';
import { withCurrentPassword, wrongPassword } from '#server/features/auth/password-change.ts';
import { verifyPassword } from '#server/features/auth/password-hashing.ts';
import type { Auth } from '#server/platform/http/access.ts';
import { hasPasskey, type OwnProof } from '#shared/own-proof.ts';
import { createPasskeysService } from './passkeys.service.ts';

/**
 * Demands what shows that the caller is who is logged in: their password, whose tries are counted, or a passkey.
 * @param passwordHash the caller's; null for none
 * @param isDated false where the moment must not be stored with the passkey
 * @throws WRONG_PASSWORD at field `password`, TOO_MANY; PASSKEY_REFUSED
 */
export async function proveSelf(
  core: Core,
  auth: Auth,
  passwordHash: string | null,
  given: OwnProof,
  isDated = true,
): Promise<void> {
  if (hasPasskey(given)) return serviceOf(core, createPasskeysService).confirm(auth, given, isDated);
  const ownerId = auth.role === 'member' ? auth.memberId : auth.administratorId;
  await withCurrentPassword(core.database, ownerId, async () => {
    if (!(await verifyPassword(passwordHash, given.password ?? ''))) throw wrongPassword('password');
  });
}
