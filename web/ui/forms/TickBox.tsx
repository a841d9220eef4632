import type { ComponentProps, ReactNode } from 'react';

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
    <label className={children ? 'inline-flex items-center min-h-touch' : 'touch-square'}>
      <input
        {...input}
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = some;
          focus?.(box);
        }}
      />
      {children}
    </label>
  );
}
