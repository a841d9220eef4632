import { changeMemberPasswordSchema } from '#shared/contracts/auth.ts';
import { resolverOf } from '#web/lib/resolver-of.ts';

/** The rules for a member's new password. */
export const rules = resolverOf(changeMemberPasswordSchema);
