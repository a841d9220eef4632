import { useId } from 'react';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import { Bar, Figure } from '#web/features/reports/ReportTables.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './BarTable.module.css';

/** A number that leads to the list of what it counts: an address, or a dialog. */
interface Value {
  count: number;
  /** The text to show in place of the plain number. */
  text?: string;
  to?: string;
  open?: () => void;
}

export interface Point {
  label: string;
  /** One for each heading; the first has the bar. */
  values: readonly Value[];
}

interface Props {
  title: string;
  labelHeader: string;
  countHeaders: readonly string[];
  points: readonly Point[];
  /** Says what the table leaves out. */
  note?: string | false;
}

/** A table of counts with bars: a chart that can be read, printed and copied like any table. */
export function BarTable({ title, labelHeader, countHeaders, points, note }: Props) {
  const id = useId();
  const barOf = ({ values }: Point) => values[0]?.count ?? 0;
  const max = Math.max(...points.map(barOf), 0);
  const isEmpty = points.every(({ values }) => values.every(({ count }) => count === 0));
  return (
    <section className="card min-w-0 p-2" aria-labelledby={id}>
      <h2 id={id} className="text-18 m-0 mb-1">
        {title}
      </h2>
      {isEmpty ? (
        <p className="text-muted text-center px-2 py-5">{messages.empty.table}</p>
      ) : (
        <table className={`w-full tabular-nums ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{labelHeader}</th>
              {countHeaders.map((header, index) => (
                // The last heading spans the bars too.
                <th
                  key={header}
                  scope="col"
                  colSpan={index === countHeaders.length - 1 ? 2 : 1}
                  className={styles.number}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                {point.values.map((value, index) => (
                  <td key={countHeaders[index]} className={styles.number}>
                    <Count value={value} />
                  </td>
                ))}
                <Bar share={barOf(point) / Math.max(max, 1)} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note && <p className="text-muted text-14 m-0 mt-1">{note}</p>}
    </section>
  );
}

function Count({ value: { count, text = formatNumber(count), to, open } }: { value: Value }) {
  if (to && count > 0)
    return (
      <Link to={to} className={`tap-on-phone ${styles.count}`}>
        {text}
      </Link>
    );
  return open ? <Figure value={count} text={text} open={open} /> : text;
}
