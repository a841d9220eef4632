import { selfEditSchema } from '#shared/contracts/members.ts';
import { chosenFiles } from '#web/features/members/fields/chosen-files.ts';
import { resolverOf } from '#web/lib/useSchemaForm.ts';

/** How a member's own record is checked; fetched while it is read. */
export const rules = resolverOf(selfEditSchema.safeExtend(chosenFiles('selfEdit')));
