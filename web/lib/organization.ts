import type { AssociationInfo } from '#web/lib/association.ts';

/** The association as a short schema.org Organization: an author, publisher or organizer. */
export const organization = ({ name }: Pick<AssociationInfo, 'name'>) => ({
  '@type': 'Organization',
  name,
  url: '/',
  logo: '/icon-512.png',
});
