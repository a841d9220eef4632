import { districtNames } from '#server/features/locations/bundle-data.ts';

const byEnglishName = new Intl.Collator('en').compare;

const districtsByState = new Map(
  Object.entries(districtNames).map(([state, names]) => [
    state.toLowerCase(),
    names
      .split(',')
      .map((name) => name.trim())
      .sort(byEnglishName) as readonly string[],
  ]),
);

/** The 36 states and union territories of India, in English, sorted by name. */
export const bundledStates: readonly string[] = Object.keys(districtNames).sort(byEnglishName);

/**
 * The districts of a state or union territory, in English, sorted by name.
 * The case of the state's name does not matter; an unknown name gives an empty list.
 */
export function bundledDistricts(state: string): readonly string[] {
  return districtsByState.get(state.trim().toLowerCase()) ?? [];
}
