import type { ComponentProps, ReactNode } from 'react';
import styles from './CheckField.module.css';

interface TickBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Some of the boxes below it are ticked, but not all. */
  some?: boolean;
  focus?: ((box: HTMLInputElement | null) => void) | undefined;
  /** Its text; without one it needs an `aria-label`, and gets a touch-sized target. */
  children?: ReactNode;
}

/** A native check box outside of forms; a whole page of them renders fast. */
export function TickBox({ some = false, focus, children, ...input }: TickBoxProps) {
  return (
    <label className={children ? `inline touch ${styles.label}` : `square ${styles.alone}`}>
      <input
        {...input}
        type="checkbox"
        className={`flush ${styles.box} keeps`}
        ref={(box) => {
          if (box) box.indeterminate = some;
          focus?.(box);
        }}
      />
      {children}
    </label>
  );
}
