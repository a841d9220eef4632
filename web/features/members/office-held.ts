import type { DirectoryEntry } from '#shared/contracts/directory.ts';
import { associationOfficePosition, othersOption } from '#shared/options.ts';

/** The office that a person holds in the association, as text; '' for none. */
export function officeHeld(person: {
  Organization: string;
  Association: string;
  AssociationotherRole: string;
}): string {
  const { Organization, Association, AssociationotherRole: other } = person;
  if (Association === othersOption) return other || 'Office of the association';
  return Association || (Organization === associationOfficePosition ? 'Office of the association' : '');
}

/** A person's roles without duplicates: the designation, and the position unless it only says that an office is held. */
export function rolesOf(person: {
  Designation: string;
  Organization: string;
  OrganizationotherRole: string;
}): string[] {
  const { Designation, Organization, OrganizationotherRole: other } = person;
  const position = Organization === othersOption ? other : Organization;
  const roles = [Designation, position === associationOfficePosition ? '' : position];
  return roles.filter(
    (role, index) => role !== '' && roles.findIndex((one) => one.toLowerCase() === role.toLowerCase()) === index,
  );
}

/** The parts of a place without duplicates, as many a sub-district has the name of its district. */
export const placeParts = (place: { SubDistrict: string; District: string; State: string }): string[] =>
  [...new Set([place.SubDistrict, place.District, place.State])].filter((name) => name !== '');

/** A person's specialisations as text; 'Others' is replaced by its text, if there is one. */
export function specialisationsOf(
  person: Pick<DirectoryEntry, 'Specialisation' | 'SpecialisationotherRole'>,
): string[] {
  const { Specialisation: chosen, SpecialisationotherRole: other } = person;
  return other === '' ? chosen : [...new Set([...chosen.filter((entry) => entry !== othersOption), other])];
}
