import { follow, layers, onPhones } from '#web/lib/open-dialogs.ts';

/** On a phone, Back closes the menu, which opens without a script. */
export async function mount(element: HTMLElement) {
  const sheet = element.querySelector<HTMLElement>('[popover]');
  if (!sheet || !matchMedia(onPhones).matches) return;
  const { followDocument } = await import('#web/lib/back-entries.ts');
  followDocument();
  const close = { current: () => sheet.hidePopover() };
  const toggled = () => {
    const at = layers.indexOf(close);
    if (at >= 0) layers.splice(at, 1);
    if (sheet.matches(':popover-open')) layers.push(close);
    else passToLogin();
    follow.changed();
  };
  sheet.addEventListener('toggle', toggled);
  toggled();
}

/** The menu's entry of the history passes to the login that was opened from it, whose script may still be on its way. */
function passToLogin() {
  const login = document.querySelector<HTMLElement>('#login-island:not([data-mounted])');
  const dialog = login?.querySelector('dialog');
  if (!login || !dialog?.open) return;
  const close = { current: () => dialog.close() };
  layers.push(close);
  const drop = () => {
    observer.disconnect();
    const at = layers.indexOf(close);
    if (at >= 0) layers.splice(at, 1);
    follow.changed();
  };
  const observer = new MutationObserver(drop);
  observer.observe(login, { attributeFilter: ['data-mounted'] });
  dialog.addEventListener('close', drop, { once: true });
}
