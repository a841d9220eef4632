import type { Association } from '#shared/contracts/settings.ts';

/** The association's details that every page needs. */
export interface AssociationInfo extends Association {
  /** Whether there are any office bearers to show. */
  officeBearers?: boolean;
}

/** Used when the settings cannot be read, so that a page still shows the name. */
export const fallbackAssociation: AssociationInfo = {
  name: 'All India Association of Public Prosecutors',
  shortName: 'All India Prosecutors',
  phone: '',
  supportEmail: '',
  officeEmail: '',
  address: '',
  socialLinks: [],
};
