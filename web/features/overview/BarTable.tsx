import { useId } from 'react';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import styles from './BarTable.module.css';

export interface Point {
  label: string;
  count: number;
}

interface Props {
  title: string;
  labelHeader: string;
  countHeader: string;
  points: readonly Point[];
  /** What is not in the table. */
  note?: string | false;
}

/** A table of counts, each with a bar beside it: a chart that is read, printed and copied like any table. */
export function BarTable({ title, labelHeader, countHeader, points, note }: Props) {
  const id = useId();
  const most = Math.max(...points.map((point) => point.count), 0);
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {most === 0 ? (
        <p className={styles.empty}>{messages.empty.table}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{labelHeader}</th>
              <th scope="col" colSpan={2} className={styles.number}>
                {countHeader}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={styles.number}>{formatNumber(count)}</td>
                <td className={styles.room} aria-hidden="true">
                  {count > 0 && <div className={styles.bar} style={{ width: `${(count / most) * 100}%` }} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note && <p className={styles.note}>{note}</p>}
    </section>
  );
}
