import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useId, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#web/lib/format.ts';
import styles from './ChartBox.module.css';

export interface Point {
  label: string;
  count: number;
}

interface Props {
  title: string;
  /** What the first column of the table is. */
  labelHeader: string;
  countHeader: string;
  points: readonly Point[];
  chart: ReactNode;
}

/** The same numbers as a picture or as a table. */
export function ChartBox({ title, labelHeader, countHeader, points, chart }: Props) {
  const id = useId();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <section className={styles.box} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          aria-label={`${title}: show as`}
          onChange={(_, next: 'chart' | 'table' | null) => next && setView(next)}
        >
          <ToggleButton value="chart">Chart</ToggleButton>
          <ToggleButton value="table">Table</ToggleButton>
        </ToggleButtonGroup>
      </div>
      {points.every((point) => point.count === 0) ? (
        <p className={styles.empty}>{messages.empty.table}</p>
      ) : view === 'chart' ? (
        chart
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{labelHeader}</th>
              <th scope="col" className={styles.number}>
                {countHeader}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">{point.label}</th>
                <td className={styles.number}>{formatNumber(point.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
