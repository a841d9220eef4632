import { formatDay, formatTime } from '#web/lib/languages/format.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { MiddleCut } from './MiddleCut.tsx';
import styles from './TwoLines.module.css';

interface Props {
  first: string;
  /** The first line's link; '' or absent for none. */
  to?: string;
  /** The smaller line below. */
  second?: string;
  /** Emphasizes the first line, which names the row. */
  strong?: boolean;
  /** The second line is an e-mail address, which is cut in its middle rather than broken. */
  email?: boolean;
  /** Neither line breaks, as for a date; `second`: the second does not, as for a reference. */
  whole?: boolean | 'second';
}

/** Two lines in one table cell. */
export function TwoLines({ first, to, second, strong, email, whole }: Props) {
  return (
    <span
      className={`tabular-nums ${styles.lines} grid gap-2px`}
      data-whole={whole === true ? 'both' : whole || undefined}
    >
      <span className={strong ? 'font-semibold' : undefined}>
        {to ? (
          <Link to={to} className={`tap-on-phone ${styles.link}`}>
            {first}
          </Link>
        ) : (
          first
        )}
      </span>
      {second && (
        <span className={`text-muted text-14 font-normal ${email ? 'min-w-0' : ''} ${styles.second}`}>
          {email ? <MiddleCut text={second} /> : second}
        </span>
      )}
    </span>
  );
}

/** An instant in a table cell, in India's time: the day, and the time below it. */
export function DayAndTime({ at }: { at: string }) {
  return <TwoLines whole first={formatDay(at)} second={formatTime(at)} />;
}
