import { Link } from '#web/ui/Link.tsx';
import styles from './TwoLines.module.css';

interface Props {
  first: string;
  /** Where the first line leads; '' or absent: nowhere. */
  to?: string;
  /** Smaller, below. */
  second?: string;
  /** The first line is what the row is about. */
  strong?: boolean;
  /** The second line is an e-mail address: broken after its @, or where it must be; words otherwise stay whole. */
  breakable?: boolean;
  /** No line is broken, as a date; `second`: only the second is not, as a reference. */
  whole?: boolean | 'second';
}

/** Two facts in one cell of a table. */
export function TwoLines({ first, to, second, strong, breakable, whole }: Props) {
  return (
    <span
      className={styles.lines}
      data-breakable={breakable || undefined}
      data-whole={whole === true ? 'both' : whole || undefined}
    >
      <span className={strong ? styles.strong : undefined}>{to ? <Link to={to}>{first}</Link> : first}</span>
      {second && <span className={styles.second}>{breakable ? afterAt(second) : second}</span>}
    </span>
  );
}

function afterAt(address: string) {
  const at = address.indexOf('@') + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
