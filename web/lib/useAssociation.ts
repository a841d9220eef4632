import { useRouteLoaderData } from 'react-router';
import { unknownAssociation } from '#shared/association.ts';
import type { AssociationInfo } from '#web/lib/association.ts';

/** The association's name and addresses; an empty one hides its line. */
export function useAssociation(): AssociationInfo {
  const data = useRouteLoaderData('root') as { association: AssociationInfo } | undefined;
  return data?.association ?? unknownAssociation;
}
