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
    follow.changed();
  };
  sheet.addEventListener('toggle', toggled);
  toggled();
}
