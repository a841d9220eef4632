import { type Shortcut, useShortcuts, useSingleKeys } from '#web/lib/browser/shortcuts.ts';
import styles from './KeyHint.module.css';

/** {@link useShortcuts} as a component: inside a dialog it registers that dialog's shortcuts. */
export function Shortcuts({ title, of }: { title: string; of: readonly Shortcut[] }) {
  useShortcuts(title, of);
  return null;
}

/** The shortcut of the button around it; shown only where there is a keyboard, and hidden from screen readers. */
export function KeyHint({ keys }: { keys: string }) {
  const on = useSingleKeys();
  return on ? (
    <span className={`font-semibold text-center ${styles.key}`} aria-hidden="true">
      {keys.replace('Shift+', '⇧')}
    </span>
  ) : null;
}
