import { type ComponentProps, useState } from 'react';
import styles from './TextField.module.css';

/** The input of a password, with a button that shows and hides what is typed; `shows` is the button's name. */
export function PasswordInput({ shows, ...rest }: ComponentProps<'input'> & { shows: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <input {...rest} type={shown ? 'text' : 'password'} className={`field ${styles.input} ${styles.password}`} />
      <button
        type="button"
        className={`text-14 font-semibold bare rounded text-navy ${styles.eye}`}
        aria-label={shows}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
