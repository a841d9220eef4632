import styles from './UploadProgress.module.css';

/** The progress of an upload, then that the server is processing it. */
export function UploadProgress({ fraction, label }: { fraction: number; label: string }) {
  const percent = Math.round(fraction * 100);
  return (
    <div className={`stack gap-half wide ${styles.upload}`}>
      <progress
        className={`wide ${styles.bar}`}
        aria-label={label}
        max={100}
        value={percent >= 100 ? undefined : percent}
      />
      <span className="muted small numbers">{percent >= 100 ? 'Almost done …' : `${label} … ${percent}%`}</span>
    </div>
  );
}
