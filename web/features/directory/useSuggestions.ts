import { useMemo } from 'react';
import { findLocalities } from '#shared/contracts/locations.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { type Suggestion, shortestText, suggestionsFor } from './suggestions.ts';

const none: never[] = [];

/** The filters that a text may have meant; places are added once they have loaded. */
export function useSuggestions(text: string): Suggestion[] {
  const typed = text.trim();
  const asks = typed.length >= shortestText && /\p{L}/u.test(typed);
  const { data, failed, loading } = useLoad(findLocalities, asks ? { query: { text: typed } } : null);
  const places = asks && !failed && !loading ? (data?.data ?? none) : none;
  return useMemo(() => suggestionsFor(typed, places), [typed, places]);
}
