import { createContext, useContext } from 'react';
import { unknownAssociation } from '#shared/legal.ts';
import type { AssociationInfo } from '#web/lib/association.ts';

/** Provided by the frame of documents and by the app; an island gets what it needs as its props. */
export const AssociationContext = createContext<AssociationInfo>(unknownAssociation);

/** The association's name and addresses; an empty one hides its line. */
export const useAssociation = (): AssociationInfo => useContext(AssociationContext);
