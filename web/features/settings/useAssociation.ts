import { useRouteLoaderData } from 'react-router';
import { type AssociationInfo, fallbackAssociation } from '#web/lib/association.ts';

/** The association's name and addresses, loaded once with the root of the site. */
export function useAssociation(): AssociationInfo {
  const data = useRouteLoaderData('root') as { association?: AssociationInfo } | undefined;
  return data?.association ?? fallbackAssociation;
}
