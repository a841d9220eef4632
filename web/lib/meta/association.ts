import { createContext, useContext } from 'react';
import type { Association } from '#shared/contracts/settings.ts';
import type { Language } from '#shared/languages.ts';
import { unknownAssociation } from '#shared/legal.ts';
import type { Words } from '#shared/sentence.ts';

/** The association as a short schema.org Organization: an author, publisher or organizer. */
export const organization = ({ name }: Pick<AssociationInfo, 'name'>) => ({
  '@type': 'Organization',
  name,
  url: '/',
  logo: '/icon-512.png',
});

/** The association with its names and address in a language, as far as the office has written them or left those of a new site. */
export function associationIn(language: Language, association: Association, words: Words): AssociationInfo {
  const { hi = {}, grievanceOfficer: officer, ...rest } = association;
  if (language === 'en') return association;
  const name = hi.name || words(rest.name);
  const shortName = hi.shortName || words(rest.shortName);
  return {
    ...rest,
    name: name || rest.name,
    shortName: shortName || rest.shortName,
    ...(!name && { nameLang: 'en' }),
    ...(!shortName && { shortNameLang: 'en' }),
    address: hi.address || rest.address,
    ...(officer && { grievanceOfficer: { ...officer, designation: hi.designation || officer.designation } }),
  };
}

/** Provided by the frame of documents and by the app; an island gets what it needs as its props. */
export const AssociationContext = createContext<AssociationInfo>(unknownAssociation);

/** The association's name and addresses; an empty one hides its line. */
export const useAssociation = (): AssociationInfo => useContext(AssociationContext);

/** The association's details that every page needs. */
export interface AssociationInfo extends Association {
  /** Whether there are any office bearers to show. */
  officeBearers?: boolean;
  /** Where the office has written its names in English alone, and the page is in another language. */
  nameLang?: Language;
  shortNameLang?: Language;
}
