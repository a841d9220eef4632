import styles from './StatusDot.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

/** A status as a coloured dot with its name, so that colour is never the only sign. */
export function StatusDot({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`inline strong nowrap ${styles.status}`} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
