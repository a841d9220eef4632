import { changeMemberPasswordSchema } from '#shared/contracts/auth.ts';

/** The rules for a member's new password. */
export const rules = changeMemberPasswordSchema;
