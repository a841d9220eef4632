import type { AssociationInfo } from '#web/lib/association.ts';

/** The association as schema.org knows one, in few words: as author, publisher or organizer. */
export const organization = ({ name }: Pick<AssociationInfo, 'name'>) => ({
  '@type': 'Organization',
  name,
  url: '/',
  logo: '/icon-512.png',
});
