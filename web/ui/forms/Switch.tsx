import type { ComponentProps, ReactNode } from 'react';
import styles from './Switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'onChange'> {
  onChange: (on: boolean) => void;
  children: ReactNode;
}

/** A setting that works at once: a native check box that looks like a switch. */
export function Switch({ onChange, children, ...input }: SwitchProps) {
  return (
    <label className="inline-flex items-center min-h-touch">
      <input
        {...input}
        type="checkbox"
        role="switch"
        aria-checked={input.checked}
        className={`${styles.switch} relative bg-paper`}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
