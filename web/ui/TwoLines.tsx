import styles from './TwoLines.module.css';

interface Props {
  first: string;
  /** Smaller, below. */
  second?: string;
  /** The first line is what the row is about. */
  strong?: boolean;
  /** The second line may be broken anywhere, as an e-mail address; words otherwise stay whole. */
  breakable?: boolean;
}

/** Two facts in one cell of a table. */
export function TwoLines({ first, second, strong, breakable }: Props) {
  return (
    <span className={styles.lines} data-breakable={breakable || undefined}>
      <span className={strong ? styles.strong : undefined}>{first}</span>
      {second && <span className={styles.second}>{second}</span>}
    </span>
  );
}
