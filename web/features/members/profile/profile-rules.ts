import { selfEditSchema } from '#shared/contracts/members.ts';
import { chosenFiles } from '#web/features/members/fields/chosen-files.ts';

/** The rules for a member's own record. */
export const rules = selfEditSchema.safeExtend(chosenFiles('selfEdit'));
