import { useMemo } from 'react';
import { findLocalities } from '#shared/contracts/locations.ts';
import { associationOffices, othersOption } from '#shared/options.ts';
import { statutesNamed } from '#web/features/members/statutes.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { stateName } from '#web/lib/languages/states.ts';
import { t } from '#web/lib/languages/text.ts';

/** A filter that a typed text may have meant. */
export interface Suggestion {
  /** Such as `Specialisation: NDPS Act, 1985`. */
  label: string;
  change: { [filter: string]: string };
}

export interface FoundPlace {
  state: string;
  district: string;
}

/** Shorter texts match nearly everything. */
export const shortestText = 2;
const maxStatutes = 5;

/** What else a text in the name search may mean: a statute, an office of the association, a place. */
export function suggestionsFor(text: string, places: readonly FoundPlace[]): Suggestion[] {
  const typed = text.trim().toLowerCase();
  if (typed.length < shortestText) return [];
  const offices = associationOffices.filter(
    (office) => office !== othersOption && ` ${office.toLowerCase()}`.includes(` ${typed}`),
  );
  return [
    ...statutesNamed(typed)
      .slice(0, maxStatutes)
      .map((name) => ({ label: t(`Specialisation: ${t(name)}`), change: { specialisations: name } })),
    ...offices.map((office) => ({ label: t(`Office held: ${t(office)}`), change: { associationOffice: office } })),
    ...places.map(({ state, district }) => ({
      label: t(`Place: ${district ? `${district}, ${stateName(state)}` : stateName(state)}`),
      change: { state, district, subDistrict: '' },
    })),
  ];
}

/** What stands above people whose name is only alike. @param afterExact whether others stand before them */
export const similarTitle = (afterExact: boolean): string =>
  t(afterExact ? 'Similar names:' : 'No exact match. Similar names:');

const none: never[] = [];

/** The filters that a text may have meant; places are added once they have loaded. */
export function useSuggestions(text: string): Suggestion[] {
  const typed = text.trim();
  const asks = typed.length >= shortestText && /\p{L}/u.test(typed);
  const { data, failed, loading } = useLoad(findLocalities, asks ? { query: { text: typed } } : null);
  const places = asks && !failed && !loading ? (data?.data ?? none) : none;
  return useMemo(() => suggestionsFor(typed, places), [typed, places]);
}
