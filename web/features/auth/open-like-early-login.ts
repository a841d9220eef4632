import { earlyLogin, nameOf } from './early-login.ts';

/** Opens the dialog and takes over the input, the focus and a pressed button of the early one. */
export function openLikeEarlyLogin(dialog: HTMLDialogElement) {
  const early = earlyLogin();
  const focused = document.activeElement;
  dialog.showModal();
  // By default the dialog focuses its Close button.
  if (!early) {
    dialog.querySelector('input')?.focus();
    return;
  }
  const { pressed } = early.dataset;
  let target: HTMLInputElement | null = null;
  for (const typed of early.querySelectorAll('input')) {
    const own = dialog.querySelector<HTMLInputElement>(`input[name="${typed.name}"]`);
    if (!own) continue;
    own.value = typed.value;
    if (typed === focused) target = own;
  }
  early.remove();
  (target ?? dialog.querySelector('input'))?.focus();
  if (!pressed) return;
  const button = [...dialog.querySelectorAll('button')].find((own) => nameOf(own) === pressed);
  // Outside of React's render, like a real press.
  setTimeout(() => button?.click());
}
