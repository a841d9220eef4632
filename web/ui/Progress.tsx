import styles from './Progress.module.css';

interface ProgressProps {
  /** Its name for screen readers. */
  label: string;
  /** From 0 to 1; undefined while it is not known how long it takes. */
  fraction?: number | undefined;
}

/** A line above a list, which holds its place while nothing is loading. */
export function LoadingLine({ shown }: { shown: boolean }) {
  return <div className={`clips ${styles.line}`}>{shown && <Progress label="Loading" />}</div>;
}

/** A bar that shows how far something is. */
export function Progress({ label, fraction }: ProgressProps) {
  return (
    <progress className={`wide block ${styles.bar} rounded-less clips`} aria-label={label} max={1} value={fraction} />
  );
}
