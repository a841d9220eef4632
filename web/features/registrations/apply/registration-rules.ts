import { registrationSchema } from '#shared/contracts/registrations.ts';
import { chosenFiles } from '#web/features/members/fields/chosen-files.ts';

/** The contract's rules for a registration, and those for its files. */
export const rules = registrationSchema.safeExtend(chosenFiles('registration'));
