import { Link } from '#web/ui/Link.tsx';
import styles from './TwoLines.module.css';

interface Props {
  first: string;
  /** The first line's link; '' or absent for none. */
  to?: string;
  /** The smaller line below. */
  second?: string;
  /** Emphasizes the first line, which names the row. */
  strong?: boolean;
  /** The second line is an e-mail address: it breaks after the @, or anywhere if necessary; other words do not break. */
  breakable?: boolean;
  /** Neither line breaks, as for a date; `second`: the second does not, as for a reference. */
  whole?: boolean | 'second';
}

/** Two lines in one table cell. */
export function TwoLines({ first, to, second, strong, breakable, whole }: Props) {
  return (
    <span
      className={`numbers ${styles.lines}`}
      data-breakable={breakable || undefined}
      data-whole={whole === true ? 'both' : whole || undefined}
    >
      <span className={strong ? 'strong' : undefined}>
        {to ? (
          <Link to={to} className={`tap-on-phone ${styles.link}`}>
            {first}
          </Link>
        ) : (
          first
        )}
      </span>
      {second && <span className={`muted small ${styles.second}`}>{breakable ? afterAt(second) : second}</span>}
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
