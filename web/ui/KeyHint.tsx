import { useSingleKeys } from '#web/lib/shortcuts.ts';
import styles from './KeyHint.module.css';

/** The key that does the same as the button it is in; only where there is a keyboard, and never read out. */
export function KeyHint({ keys }: { keys: string }) {
  const on = useSingleKeys();
  return on ? (
    <span className={styles.key} aria-hidden="true">
      {keys.replace('Shift+', '⇧')}
    </span>
  ) : null;
}
