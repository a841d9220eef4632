import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `icon`: only an icon, with an `aria-label`. */
  look?: 'filled' | 'outlined' | 'text' | 'icon' | undefined;
  /** For an action that cannot be undone. */
  danger?: boolean | undefined;
  small?: boolean;
  /** Its call is in progress: it is disabled and keeps its text. */
  busy?: boolean | undefined;
  children: ReactNode;
}

/** A button in the house style. */
export function Button({ look, danger, small, busy, disabled, className, ...rest }: ButtonProps) {
  const state = { 'data-danger': danger || undefined, 'data-small': small || undefined };
  return (
    <button
      type="button"
      {...rest}
      {...state}
      className={[buttonLook(look), className].filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  );
}

/** The classes of a link that looks like a button. */
export function buttonLook(look: ButtonProps['look'] = 'filled'): string | undefined {
  if (look === 'icon')
    return `inline-flex items-center justify-center flex-none bare rounded-full text-muted tints ${styles.icon}`;
  if (look === 'filled') return `button text-14 ${styles.button}`;
  return `button-quiet text-14 ${styles.button} ${look === 'text' ? styles.text : ''}`;
}
