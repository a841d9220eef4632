import { type FocusEvent, useEffect, useRef } from 'react';

/** The interval at which to check whether the layer above the list has closed. */
const pollMs = 100;

/**
 * Moves the focus to the list itself when the focused entry disappears, as after a deletion, so that the keyboard continues
 * there and not at the top of the page. While a dialog lies above the list, it waits until the dialog has closed.
 * @returns props for the list's element
 */
export function useKeptFocus<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const last = useRef<Element>(undefined);

  useEffect(() => {
    /** @returns whether there is nothing more to wait for */
    const settle = (): boolean => {
      const element = list.current;
      if (!element || !last.current || last.current.isConnected) return true;
      const { activeElement, body } = document;
      const isBelow =
        element.closest('[aria-hidden="true"]') !== null ||
        [...document.querySelectorAll('dialog:modal')].some((dialog) => !dialog.contains(element));
      const layer = element.closest('body > *');
      const isElsewhere = activeElement !== body && !layer?.contains(activeElement);
      if (isBelow || isElsewhere) return false;
      if (activeElement === body) element.focus({ preventScroll: true });
      // A dialog that closes gives the focus back to an entry without an event, and the entry may go next.
      last.current = element.contains(activeElement) ? activeElement! : undefined;
      return true;
    };
    if (settle()) return;
    const timer = setInterval(() => {
      if (settle()) clearInterval(timer);
    }, pollMs);
    return () => clearInterval(timer);
  });

  return {
    ref: list,
    tabIndex: -1,
    onFocus: (event: FocusEvent) => {
      last.current = event.target;
    },
  };
}
