import { type FocusEvent, useEffect, useRef } from 'react';

/** How often it is looked whether the layer above the list is gone. */
const lookMs = 100;

/**
 * Keeps the focus in a list when the entry that had it is gone, as after a delete: the list itself takes it, so that a
 * keyboard goes on from there and not from the top of the page. While a dialog lies above the list, it waits: the focus is
 * the dialog's, and only what the dialog leaves behind is the list's.
 * @returns props for the list's element
 */
export function useKeptFocus<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const last = useRef<Element>(undefined);

  useEffect(() => {
    /** Whether there is nothing more to wait for. */
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
      last.current = undefined;
      return true;
    };
    if (settle()) return;
    const timer = setInterval(() => {
      if (settle()) clearInterval(timer);
    }, lookMs);
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
