import type { Association } from '#shared/contracts/settings.ts';

/** The association's details that every page needs. */
export interface AssociationInfo extends Association {
  /** Whether there are any office bearers to show. */
  officeBearers?: boolean;
}
