import styles from './StatusDot.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

/** A status as a coloured dot with its name, so that colour is never the only sign. */
export function StatusDot({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`inline strong nowrap gap-1 ${tone === 'neutral' ? 'muted' : tone}`} data-tone={tone}>
      <span className={`${styles.dot} round keeps`} aria-hidden="true" />
      {children}
    </span>
  );
}
