import { useEffect, useRef } from 'react';

/** On a phone, Back closes a dialog while it is open. `close` may leave it open, such as to ask first. */
export function useBackCloses(open: boolean, close: () => void) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open || !matchMedia(onPhones).matches) return;
    layers.push(latest);
    follow.changed();
    return () => {
      layers.splice(layers.indexOf(latest), 1);
      follow.changed();
    };
  }, [open]);
}

/** Phones, and windows narrower than `breakpoints.md`, which is written out: every page loads this, and not those. */
export const onPhones = '(pointer: coarse), (width < 900px)';

/** Functions that close the open dialogs, the topmost last. */
export const layers: { current: () => void }[] = [];

/** What follows a change of {@link layers}, and Back, of which it hears before the router does. Phones alone load it. */
export const follow = { changed() {}, popped(_event: PopStateEvent) {} };
