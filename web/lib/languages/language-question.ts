import { useSyncExternalStore } from 'react';
import { isLanguage, type Language } from '#shared/languages.ts';
import { pageLanguage } from '#web/lib/languages/text.ts';

// Whether to ask the member, who has just changed the page's language, for mails in it as well. Kept for the tab, as the link leads to
// another document; a closed question is kept for the device.
export const askLanguageKey = 'ask-language';
const closedKey = 'language-not-asked';
const listeners = new Set<() => void>();

function languageToAsk(): Language | null {
  try {
    const language = sessionStorage.getItem(askLanguageKey) ?? '';
    const isClosed = (localStorage.getItem(closedKey) ?? '').split(' ').includes(language);
    return isLanguage(language) && language === pageLanguage() && !isClosed ? language : null;
  } catch {
    return null;
  }
}

/** Called when somebody presses the link to a language; only members are asked. */
export function askForLanguage(language: Language): void {
  if (document.documentElement.dataset.session !== 'member') return;
  try {
    sessionStorage.setItem(askLanguageKey, language);
  } catch {
    // Storage is refused: they choose it in their profile.
  }
}

/** @param isClosed the member wants no such question any more */
export function endLanguageQuestion(isClosed: boolean): void {
  try {
    const language = sessionStorage.getItem(askLanguageKey);
    sessionStorage.removeItem(askLanguageKey);
    if (isClosed) localStorage.setItem(closedKey, `${localStorage.getItem(closedKey) ?? ''} ${language}`.trim());
  } catch {
    // Storage is refused: there is no question.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The language to ask for; null for no question. */
export const useLanguageQuestion = (): Language | null => useSyncExternalStore(subscribe, languageToAsk, () => null);
