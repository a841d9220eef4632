import styles from './StatusDot.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral';

const colours: Record<Tone, string> = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  neutral: 'text-muted',
};

/** A status as a coloured dot with its name, so that colour is never the only sign. */
export function StatusDot({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span
      className={`inline-flex items-center font-semibold whitespace-nowrap gap-1 ${colours[tone]}`}
      data-tone={tone}
    >
      <span className={`${styles.dot} rounded-full flex-none`} aria-hidden="true" />
      {children}
    </span>
  );
}
