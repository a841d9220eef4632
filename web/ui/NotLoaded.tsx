import { useRevalidator } from 'react-router';
import styles from './NotLoaded.module.css';

/** Stands quietly where something could not be loaded. */
export function NotLoaded({ what }: { what: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <p className={styles.note}>
      {what} could not be loaded.{' '}
      <button type="button" className={styles.again} disabled={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </button>
    </p>
  );
}
