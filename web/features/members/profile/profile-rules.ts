import { selfEditSchema } from '#shared/contracts/members.ts';
import { chosenFiles } from '#web/features/members/fields/chosen-files.ts';
import { resolverOf } from '#web/lib/resolver-of.ts';

/** The rules for a member's own record. */
export const rules = resolverOf(selfEditSchema.safeExtend(chosenFiles('selfEdit')));
