import { useCallback, useState } from 'react';

/** A text that outlives a reload of this tab; '' drops it. Only for parts of a page that the server does not render. */
export function useStoredText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(key));
  const keep = useCallback(
    (next: string) => {
      setText(next);
      try {
        if (next === '') sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, next);
      } catch {
        // Storage is blocked: kept until the page is closed.
      }
    },
    [key],
  );
  return [text, keep];
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
