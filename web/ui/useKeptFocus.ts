import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list when the entry that had it is gone, as after a delete: the list itself takes it, so that a
 * keyboard goes on from there and not from the top of the page.
 * @returns props for the list's element
 */
export function useKeptFocus<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const last = useRef<Element>(undefined);
  useEffect(() => {
    if (last.current === undefined || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = undefined;
    list.current?.focus({ preventScroll: true });
  });
  return {
    ref: list,
    tabIndex: -1,
    onFocus: (event: FocusEvent) => {
      last.current = event.target;
    },
  };
}
