import styles from './UploadProgress.module.css';

/** The progress of an upload, then that the server is processing it. */
export function UploadProgress({ fraction, label }: { fraction: number; label: string }) {
  const percent = Math.round(fraction * 100);
  return (
    <div className={styles.upload}>
      <progress className={styles.bar} aria-label={label} max={100} value={percent >= 100 ? undefined : percent} />
      <span className={styles.text}>{percent >= 100 ? 'Almost done …' : `${label} … ${percent}%`}</span>
    </div>
  );
}
