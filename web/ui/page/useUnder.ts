import { type RefObject, useLayoutEffect } from 'react';
import { dropdown } from '#shared/limits.ts';

/** Pixels between a field and its list. */
const gap = 4;
/** Pixels between a list and the window's edge. */
const margin = 8;

/**
 * Positions a list in the browser's top layer, below its field, or above field and label if there is more room. There no
 * scrolling ancestor of the field, such as a dialog, cuts the list off.
 */
export function useUnder(anchor: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>, open: boolean) {
  // After every render, as the entries may have changed and the field may have grown.
  useLayoutEffect(() => {
    const [field, popup] = [anchor.current, list.current];
    if (!open || !field || !popup) return;
    if (!popup.matches(':popover-open')) popup.showPopover?.();
    const place = () => {
      const { bottom, left, width } = field.getBoundingClientRect();
      const label = field.parentElement?.querySelector(':scope > .label');
      const { top } = (label ?? field).getBoundingClientRect();
      const window = popup.ownerDocument.defaultView!;
      const height = window.visualViewport?.height ?? window.innerHeight;
      const below = height - bottom - gap - margin;
      const above = top - gap - margin;
      const needed = Math.min(dropdown.height, popup.scrollHeight + 2);
      const isBelow = below >= needed || below >= above;
      const { style } = popup;
      style.width = `${Math.min(Math.max(dropdown.width, width), window.innerWidth - 2 * margin)}px`;
      style.maxHeight = `${Math.min(dropdown.height, isBelow ? below : above)}px`;
      style.left = `${Math.max(margin, Math.min(left, window.innerWidth - popup.offsetWidth - margin))}px`;
      style.top = isBelow ? `${bottom + gap}px` : `${top - gap - popup.offsetHeight}px`;
    };
    place();
    const options = { capture: true, passive: true };
    addEventListener('scroll', place, options);
    addEventListener('resize', place);
    // The field's size follows the window's only after layout.
    const resized = new ResizeObserver(place);
    resized.observe(field);
    visualViewport?.addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, options);
      resized.disconnect();
      removeEventListener('resize', place);
      visualViewport?.removeEventListener('resize', place);
    };
  });
}
