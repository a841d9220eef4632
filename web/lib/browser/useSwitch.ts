import { useState } from 'react';

/** A switch whose position this browser remembers. */
export function useSwitch(name: string, initial: boolean): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => read(name) ?? initial);
  const change = (next: boolean) => {
    setOn(next);
    try {
      localStorage.setItem(name, String(next));
    } catch {
      // Kept for this page only.
    }
  };
  return [on, change];
}

function read(name: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? undefined : stored === 'true';
  } catch {
    return undefined;
  }
}
