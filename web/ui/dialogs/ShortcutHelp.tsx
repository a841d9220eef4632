import { useEffect, useSyncExternalStore } from 'react';
import {
  activeShortcuts,
  LayerContext,
  type ShortcutGroup,
  setSingleKeys,
  topLayer,
  useSingleKeys,
} from '#web/lib/browser/shortcuts.ts';
import { Switch } from '#web/ui/forms/Switch.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { KeyboardIcon } from '#web/ui/page/icons.tsx';
import { ModalDialog } from './ModalDialog.tsx';
import styles from './ShortcutHelp.module.css';

let shown: ShortcutGroup[] | undefined;
const listeners = new Set<() => void>();

function publish(groups: ShortcutGroup[] | undefined) {
  shown = groups;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Shows the shortcuts of the topmost layer. */
export const showShortcuts = () => publish(activeShortcuts());

/** Opens the help; part of every layer with shortcuts. */
export function ShortcutHelpButton() {
  return (
    <span className={styles.button}>
      <Button
        look="icon"
        aria-label="Keyboard help"
        aria-keyshortcuts="?"
        title="Keyboard help (?)"
        onClick={showShortcuts}
      >
        <KeyboardIcon />
      </Button>
    </span>
  );
}

/** The help itself, rendered once on the page. */
export function ShortcutHelp() {
  const groups = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  const on = useSingleKeys();
  useEffect(() => () => publish(undefined), []);
  return (
    <LayerContext value={topLayer}>
      <ModalDialog open={groups !== undefined} small title="Keyboard help" onClose={() => publish(undefined)}>
        {groups?.map(({ title, shortcuts }) => (
          <section key={title} className={styles.group}>
            <h3 className="text-18 m-0 mb-1">{title}</h3>
            <dl className="m-0">
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className={`${styles.line} items-baseline grid`}>
                  <dt>
                    <kbd className={`text-14 ${styles.key} rounded-4px bg-paper text-ink`}>
                      {keys.replace('+', ' + ')}
                    </kbd>
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch checked={on} onChange={setSingleKeys}>
          Single keys do something
        </Switch>
        <p className="text-muted text-14 m-0">They rest while you type in a field. Escape closes a dialog.</p>
      </ModalDialog>
    </LayerContext>
  );
}
