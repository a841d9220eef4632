import type { Association } from '#shared/contracts/settings.ts';

/** What every page needs of the association. */
export interface AssociationInfo extends Association {
  /** Whether the page of the office bearers has anything to show. */
  officeBearers?: boolean;
}

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
