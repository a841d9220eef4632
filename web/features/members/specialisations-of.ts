import type { DirectoryEntry } from '#shared/contracts/directory.ts';
import { othersOption } from '#shared/options.ts';

/** A person's specialisations as text; 'Others' is replaced by its text, if there is one. */
export function specialisationsOf(
  person: Pick<DirectoryEntry, 'Specialisation' | 'SpecialisationotherRole'>,
): string[] {
  const { Specialisation: chosen, SpecialisationotherRole: other } = person;
  return other === '' ? chosen : [...new Set([...chosen.filter((entry) => entry !== othersOption), other])];
}
