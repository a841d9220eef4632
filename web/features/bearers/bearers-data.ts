import type { Bearer } from '#shared/contracts/bearers.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { organization } from '#web/lib/organization.ts';

/** The association with its office bearers as schema.org data: only office and name. */
export const bearersData = (bearers: readonly Bearer[], association: AssociationInfo) => ({
  ...organization(association),
  member: bearers.map(({ office, name }) => ({
    '@type': 'OrganizationRole',
    roleName: office,
    member: { '@type': 'Person', name },
  })),
});
