import { useEffect, useRef } from 'react';

/** Phones, and windows narrower than `breakpoints.md`, which is written out: every page loads this, and not those. */
export const onPhones = '(pointer: coarse), (width < 900px)';

/** Functions that close the open dialogs, the topmost last. */
export const layers: { current: () => void }[] = [];
let changed = () => {};
export const whenChanged = (follow: () => void) => {
  changed = follow;
};

/** Called before the router hears of Back: listeners of `window` are called in the order in which they were added. */
export const popped = { follow: (_event: PopStateEvent) => {} };
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => popped.follow(event), true);

/** On a phone, Back closes a dialog while it is open. `close` may leave it open, such as to ask first. */
export function useBackCloses(open: boolean, close: () => void) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open || !matchMedia(onPhones).matches) return;
    layers.push(latest);
    changed();
    return () => {
      layers.splice(layers.indexOf(latest), 1);
      changed();
    };
  }, [open]);
}
