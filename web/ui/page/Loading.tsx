import { t } from '#web/lib/languages/text.ts';
import styles from './Loading.module.css';

/**
 * Shows that something is loading, once that takes a moment.
 * @param tall as high as a page, so that the footer does not jump
 */
export function Loading({ label = t('Loading'), tall = false }: { label?: string; tall?: boolean }) {
  return (
    <div className={`flex items-center text-muted gap-2 ${styles.loading}`} data-tall={tall || undefined} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className="text-14">{t(label)}</span>
    </div>
  );
}
