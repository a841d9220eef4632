import { type RefObject, useEffect } from 'react';

/**
 * Closes an open menu on a press outside, on leaving it with the keyboard, and on Escape, which also returns the focus to its
 * button.
 * @param container holds the menu and its button, the button first
 */
export function useDismiss(container: RefObject<HTMLElement | null>, open: boolean, close: () => void) {
  useEffect(() => {
    const element = container.current;
    if (!open || !element) return;
    const isOutside = (target: EventTarget | null) => target instanceof Node && !element.contains(target);
    const onPress = (event: PointerEvent) => {
      if (isOutside(event.target)) close();
    };
    const onLeave = (event: FocusEvent) => {
      if (isOutside(event.relatedTarget)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      element.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    element.addEventListener('focusout', onLeave);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
      element.removeEventListener('focusout', onLeave);
    };
  }, [container, open, close]);
}
