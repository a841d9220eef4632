import { breakpoints } from '#shared/limits.ts';

/** What a notice must not cover on a phone. */
const fields = 'input:not([type="hidden"]), textarea, select, [role="combobox"]';
const controls = 'button, a[href]';

/**
 * On a phone notices have the whole width: they come below the head of an open dialog, above it, or at the foot, wherever they cover
 * no field and, in a dialog, least of its buttons and links. The field with the focus is scrolled out from under them.
 */
export function placeNotices(layer: HTMLElement) {
  if (!isPhone()) return;
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const head = dialog?.querySelector('header') ?? dialog?.querySelector('h2');
  const top = Math.max(0, head?.getBoundingClientRect().bottom ?? 0) + 4;
  layer.style.setProperty('--below-head', `${top}px`);
  requestAnimationFrame(() => {
    const height = layer.querySelector('.Toastify__toast')?.getBoundingClientRect().height ?? 0;
    const atFoot = innerHeight - height - (dialog ? edgePx : footPx);
    const tops = dialog ? [top, dialog.getBoundingClientRect().top - height - edgePx, atFoot] : [top, atFoot];
    const covers = (from: number, selector: string) =>
      [...(dialog ?? document).querySelectorAll(selector)].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.bottom > from && box.top < from + height;
      }).length;
    const cost = (from: number) => covers(from, fields) * 100 + (dialog ? covers(from, controls) : 0);
    const best = tops.filter((from) => from >= 0).sort((one, other) => cost(one) - cost(other))[0] ?? top;
    layer.style.setProperty('--notice-top', best === top ? '' : `${best}px`);
    uncover(layer);
  });
}

/** Above a bar at the foot of the page. */
const footPx = 72;
const edgePx = 8;

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
