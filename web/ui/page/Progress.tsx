import { t } from '#web/lib/languages/text.ts';
import styles from './Progress.module.css';

/** The progress of an upload, then that the server is processing it. */
export function UploadProgress({ fraction, label }: { fraction: number; label: string }) {
  const percent = Math.round(fraction * 100);
  return (
    <div className="grid gap-4px w-full max-w-480">
      <Progress label={label} fraction={percent >= 100 ? undefined : percent / 100} />
      <span className="text-muted text-14 tabular-nums">
        {percent >= 100 ? t('Almost done …') : `${label} … ${percent}%`}
      </span>
    </div>
  );
}

interface ProgressProps {
  /** Its name for screen readers. */
  label: string;
  /** From 0 to 1; undefined while it is not known how long it takes. */
  fraction?: number | undefined;
}

/** A line above a list, which holds its place while nothing is loading. */
export function LoadingLine({ shown }: { shown: boolean }) {
  return <div className={`overflow-hidden ${styles.line}`}>{shown && <Progress label={t('Loading')} />}</div>;
}

/** A bar that shows how far something is. */
export function Progress({ label, fraction }: ProgressProps) {
  return (
    <progress
      className={`w-full block ${styles.bar} rounded-4px overflow-hidden`}
      aria-label={label}
      max={1}
      value={fraction}
    />
  );
}
