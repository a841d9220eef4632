import { changeMemberPasswordSchema } from '#shared/contracts/auth.ts';
import { resolverOf } from '#web/lib/useSchemaForm.ts';

/** How a member's new password is checked. */
export const rules = resolverOf(changeMemberPasswordSchema);
