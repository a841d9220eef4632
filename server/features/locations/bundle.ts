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

/** A state, or one of its districts. */
export interface Locality {
  state: string;
  /** '' for the state as a whole. */
  district: string;
}

/** The 36 states and union territories of India, in English, sorted by name. */
export const bundledStates: readonly string[] = Object.keys(districtNames).sort(byEnglishName);

/**
 * The districts of a state or union territory, in English, sorted by name.
 * The case of the state's name does not matter; an unknown name gives an empty list.
 */
export function bundledDistricts(state: string): readonly string[] {
  return districtsByState.get(state.trim().toLowerCase()) ?? [];
}

const localities: readonly Locality[] = bundledStates.flatMap((state) => [
  { state, district: '' },
  ...bundledDistricts(state).map((district) => ({ state, district })),
]);
const nameOf = ({ state, district }: Locality) => (district || state).toLowerCase();

/** The first `most` localities with a word that begins with the text: exact names first, then names that begin with it. */
export function localitiesNamed(text: string, max: number): Locality[] {
  const plainName = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (plainName === '') return [];
  const fits = localities.filter((locality) => ` ${nameOf(locality)}`.includes(` ${plainName}`));
  const rank = (name: string) => (name === plainName ? 0 : name.startsWith(plainName) ? 1 : 2);
  return fits.toSorted((one, other) => rank(nameOf(one)) - rank(nameOf(other))).slice(0, max);
}
