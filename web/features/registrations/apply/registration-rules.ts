import { registrationSchema } from '#shared/contracts/registrations.ts';
import { chosenFiles } from '#web/features/members/fields/chosen-files.ts';
import { resolverOf } from '#web/lib/resolver-of.ts';

/** The contract's rules for a registration, and those for its files. */
export const rules = resolverOf(registrationSchema.safeExtend(chosenFiles('registration')));
