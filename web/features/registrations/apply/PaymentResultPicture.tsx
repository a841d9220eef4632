import styles from './PaymentResultPicture.module.css';

const marks = {
  success: 'm96 99 11 11 21-23',
  // The hands of a clock.
  pending: 'M112 82v17l11 9',
  failure: 'm100 86 24 24m0-24-24 24',
} as const;

/** A decorative receipt with a seal, ticked, waiting or crossed out. */
export function PaymentResultPicture({ result }: { result: keyof typeof marks }) {
  return (
    <svg className={styles.picture} viewBox="0 0 160 150" aria-hidden="true">
      <path
        className={styles.sheet}
        d="M38 8h72a6 6 0 0 1 6 6v116l-10.500-7-10.500 7-10.500-7-10.500 7-10.500-7-10.500 7-10.500-7-10.500 7-10.500-7V14a6 6 0 0 1 6-6z"
      />
      <path className={styles.lines} d="M48 32h40M48 48h52M48 64h52M48 80h28" />
      <circle className={styles[result]} cx="112" cy="98" r="34" />
      <path className={styles.mark} d={marks[result]} />
    </svg>
  );
}
