import type { Association } from '#shared/contracts/settings.ts';

/** The association as it is before the office has entered its details, or where they cannot be read: only its name. */
export const unknownAssociation: Association = {
  name: 'All India Association of Public Prosecutors',
  shortName: 'All India Prosecutors',
  phone: '',
  supportEmail: '',
  officeEmail: '',
  address: '',
  socialLinks: [],
};
