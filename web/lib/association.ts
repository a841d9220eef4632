import type { Association } from '#shared/contracts/settings.ts';

export type AssociationInfo = Association;

/** Stands in while the settings cannot be read, so that a page has a name at least. */
export const fallbackAssociation: AssociationInfo = {
  name: 'All India Association of Public Prosecutors',
  shortName: 'All India Prosecutors',
  phone: '',
  supportEmail: '',
  officeEmail: '',
  address: '',
  socialLinks: [],
};
