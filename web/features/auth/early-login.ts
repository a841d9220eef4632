import { earlyLoginId } from '#shared/rendered-page.ts';

/** The dialog that somebody has opened before the page's script had come; null where nobody has. */
export const earlyLogin = () => document.getElementById(earlyLoginId) as HTMLDialogElement | null;

/** The same button in the other dialog has the same name. */
export const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;

/**
 * Sees to that dialog until the one with a script takes its place: what is pressed in it is remembered.
 * @returns whether there is one
 */
export function adoptEarlyLogin(onClosed: () => void): boolean {
  const early = earlyLogin();
  if (!early) return false;
  early.addEventListener('close', onClosed);
  early.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button:not([formmethod])');
    if (!button) return;
    event.preventDefault();
    early.dataset.pressed = nameOf(button) ?? '';
  });
  return true;
}
