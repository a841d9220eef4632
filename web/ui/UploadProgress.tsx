import styles from './UploadProgress.module.css';

/** How much of an upload has left; then that the server is at work. */
export function UploadProgress({ fraction, label }: { fraction: number; label: string }) {
  const percent = Math.round(fraction * 100);
  return (
    <div className={styles.upload}>
      <progress className={styles.bar} aria-label={label} max={100} value={percent >= 100 ? undefined : percent} />
      <span className={styles.text}>{percent >= 100 ? 'Almost done …' : `${label} … ${percent}%`}</span>
    </div>
  );
}
