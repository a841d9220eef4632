import type { DirectoryEntry } from '#shared/contracts/directory.ts';
import { othersOption } from '#shared/options.ts';

/** What a person is specialised in, in words: for 'Others' its text, unless none was given. */
export function specialisationsOf(
  person: Pick<DirectoryEntry, 'Specialisation' | 'SpecialisationotherRole'>,
): string[] {
  const { Specialisation: chosen, SpecialisationotherRole: other } = person;
  return other === '' ? chosen : [...new Set([...chosen.filter((entry) => entry !== othersOption), other])];
}
