import { type Shortcut, useShortcuts } from '#web/lib/shortcuts.ts';

/** {@link useShortcuts} as a part of what it belongs to: within a dialog it is that dialog's. */
export function Shortcuts({ title, of }: { title: string; of: readonly Shortcut[] }) {
  useShortcuts(title, of);
  return null;
}
