import { earlyLogin, nameOf } from './early-login.ts';

/** Opens the dialog and takes over the input, the focus and a pressed button of the early one. */
export function openLikeEarlyLogin(dialog: HTMLDialogElement) {
  const early = earlyLogin();
  const focused = document.activeElement;
  const held = early?.querySelector('button:active');
  if (early) {
    early.dataset.replaced = '';
    // Closing gives the focus back to the opener, to which the new dialog then returns it.
    early.close();
  }
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
  const counterpart = (name: string | null) =>
    [...dialog.querySelectorAll('button')].find((own) => nameOf(own) === name);
  // Outside of React's render, like a real press.
  if (pressed) setTimeout(() => counterpart(pressed)?.click());
  else if (held) clickOnRelease(counterpart(nameOf(held)));
}

/** A mouse press that began on the early dialog would end here without a click; a tap clicks where it ends. */
function clickOnRelease(button: HTMLButtonElement | undefined) {
  const release = ({ pointerType, target }: PointerEvent) => {
    if (pointerType === 'mouse' && button?.contains(target as Node)) button.click();
  };
  window.addEventListener('pointerup', release, { once: true });
}
