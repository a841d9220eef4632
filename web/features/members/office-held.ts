import type { DirectoryEntry } from '#shared/contracts/directory.ts';
import { associationOfficePosition, othersOption } from '#shared/options.ts';
import { t } from '#web/lib/languages/text.ts';

/** The office that a person holds in the association, as text; '' for none. */
export function officeHeld(person: {
  organization: string;
  associationOffice: string;
  associationOfficeOther: string;
}): string {
  const { organization, associationOffice, associationOfficeOther: other } = person;
  if (associationOffice === othersOption) return other || t('Office of the association');
  return associationOffice || (organization === associationOfficePosition ? t('Office of the association') : '');
}

/** A person's roles without duplicates: the designation, and the position unless it only says that an office is held. */
export function rolesOf(person: { designation: string; organization: string; organizationOther: string }): string[] {
  const { designation, organization, organizationOther: other } = person;
  const position = organization === othersOption ? other : organization;
  const roles = [designation, position === associationOfficePosition ? '' : position];
  return roles.filter(
    (role, index) => role !== '' && roles.findIndex((one) => one.toLowerCase() === role.toLowerCase()) === index,
  );
}

/** The parts of a place without duplicates, as many a sub-district has the name of its district. */
export const placeParts = (place: { subDistrict: string; district: string; state: string }): string[] =>
  [...new Set([place.subDistrict, place.district, place.state])].filter((name) => name !== '');

/** A person's specialisations as text; 'Others' is replaced by its text, if there is one. */
export function specialisationsOf(person: Pick<DirectoryEntry, 'specialisations' | 'specialisationOther'>): string[] {
  const { specialisations: chosen, specialisationOther: other } = person;
  return other === '' ? chosen : [...new Set([...chosen.filter((entry) => entry !== othersOption), other])];
}
