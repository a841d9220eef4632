import { type Shortcut, useShortcuts } from '#web/lib/shortcuts.ts';

/** {@link useShortcuts} as a component: inside a dialog it registers that dialog's shortcuts. */
export function Shortcuts({ title, of }: { title: string; of: readonly Shortcut[] }) {
  useShortcuts(title, of);
  return null;
}
