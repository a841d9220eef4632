import styles from './TryAgain.module.css';

interface TryAgainProps {
  onClick: () => void;
  text?: string;
}

/** Stands quietly where something could not be loaded. */
export function TryAgain({ onClick, text = 'This could not be loaded.' }: TryAgainProps) {
  return (
    <p className={styles.line} role="status">
      {text}{' '}
      <button type="button" className={styles.button} onClick={onClick}>
        Try again
      </button>
    </p>
  );
}
