import { breakpoints } from '#shared/limits.ts';

/**
 * On a phone notices have the whole width: they come below the head of an open dialog, and the field with the focus is scrolled
 * out from under them.
 */
export function placeNotices(layer: HTMLElement) {
  if (!isPhone()) return;
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const head = dialog?.querySelector('header') ?? dialog?.querySelector('h2');
  layer.style.setProperty('--below-head', `${Math.max(0, head?.getBoundingClientRect().bottom ?? 0) + 4}px`);
  requestAnimationFrame(() => uncover(layer));
}

export const isPhone = () => innerWidth < breakpoints.sm;

function uncover(layer: HTMLElement) {
  const field = document.activeElement;
  const notice = layer.querySelector('.Toastify__toast')?.getBoundingClientRect();
  if (!notice || !field?.matches('input, textarea, [role="combobox"]')) return;
  const { top, bottom } = field.getBoundingClientRect();
  // With the label above it.
  const covered = notice.bottom + 40 - top;
  if (covered <= 0 || bottom <= notice.top) return;
  scrollerOf(field)?.scrollBy({ top: -covered });
}

function scrollerOf(field: Element): Element | null {
  for (let part = field.parentElement; part; part = part.parentElement) {
    const isScroller = /auto|scroll/.test(getComputedStyle(part).overflowY);
    if (isScroller && part.scrollHeight > part.clientHeight) return part;
  }
  return document.scrollingElement;
}
