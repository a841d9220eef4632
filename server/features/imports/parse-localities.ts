import { bundledDistricts, bundledStates } from '#server/features/locations/bundle.ts';
import { person } from '#shared/person.ts';
import { type Parsed, spellingsIn, wordKey } from './cells.ts';
import { stateSpellings } from './state-spellings.ts';

const stateByKey = new Map<string, string>();
for (const state of bundledStates) {
  stateByKey.set(wordKey(state), state);
  for (const spelling of spellingsIn(stateSpellings[state] ?? '')) stateByKey.set(wordKey(spelling), state);
}

/** A state or union territory by its name, a usual abbreviation, an older or other spelling, or its Hindi name. */
export function parseState(text: string): Parsed {
  const state = stateByKey.get(wordKey(text));
  return state === undefined ? { message: person.State.message } : { value: state };
}

const sameCase = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** A district of the state in the spelling of our list, if its case alone differs; else as written. */
export function parseDistrict(text: string, state: string): string {
  const key = sameCase(text);
  return bundledDistricts(state).find((name) => sameCase(name) === key) ?? text;
}
