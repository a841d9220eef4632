import { earlyLoginId } from '#shared/rendered-page.ts';

/** The early login dialog in the page; null once `LoginDialog` has replaced it. */
export const earlyLogin = () => document.getElementById(earlyLoginId) as HTMLDialogElement | null;

/** The name by which to find the same button in the other dialog. */
export const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

/**
 * Handles that dialog until `LoginDialog` replaces it: remembers which button was pressed.
 * @returns whether there is one
 */
export function adoptEarlyLogin(onClosed: () => void): boolean {
  const early = earlyLogin();
  if (!early) return false;
  early.addEventListener('close', () => {
    if (early.dataset.replaced === undefined) onClosed();
  });
  early.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button:not([formmethod])');
    if (!button) return;
    event.preventDefault();
    early.dataset.pressed = nameOf(button) ?? '';
  });
  return true;
}
