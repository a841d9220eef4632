import styles from './Loading.module.css';

/**
 * Stands where something is being loaded; shows itself only when that takes a moment.
 * @param props `tall`: in place of a whole page, so that the footer does not come up and go again
 */
export function Loading({ label = 'Loading', tall = false }: { label?: string; tall?: boolean }) {
  return (
    <div className={styles.loading} data-tall={tall || undefined} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </div>
  );
}
