import styles from './StatusDot.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

/** A state as a coloured dot with its word; the colour alone never says it. */
export function StatusDot({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={styles.status} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
