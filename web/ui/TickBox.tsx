import type { ComponentProps, ReactNode } from 'react';
import styles from './CheckField.module.css';

interface TickBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some of the boxes below it are ticked, but not all. */
  some?: boolean;
  focus?: ((box: HTMLInputElement | null) => void) | undefined;
  /** Its text; without one it has an `aria-label`, and a field as large as a finger. */
  children?: ReactNode;
}

/** A box to tick outside of a form's fields: the browser's own, of which a whole page of rows is drawn again at once. */
export function TickBox({ some = false, focus, children, ...input }: TickBoxProps) {
  return (
    <label className={children ? styles.label : styles.alone}>
      <input
        {...input}
        type="checkbox"
        className={styles.box}
        ref={(box) => {
          if (box) box.indeterminate = some;
          focus?.(box);
        }}
      />
      {children}
    </label>
  );
}
