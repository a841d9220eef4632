import type { ReactNode } from 'react';
import type { YearReport } from '#shared/contracts/reports.ts';
import { formatNumber, formatRupees } from '#shared/money.ts';
import type { OpenNumber } from './EntriesDialog.tsx';
import styles from './Report.module.css';

export type Open = (number: OpenNumber) => void;

/** A number that opens its list; a zero has none. */
export function Figure({
  value,
  open,
  text = formatNumber(value),
}: {
  value: number;
  open: () => void;
  text?: string;
}) {
  if (value === 0) return text;
  return (
    <button type="button" className={`link-button tap-on-phone ${styles.figure}`} onClick={open}>
      {text}
    </button>
  );
}

interface Movement {
  start: number;
  joined: number;
  left: number;
  changed: number;
  end: number;
}

interface MovementTableProps<Row> {
  caption: string;
  head: string;
  rows: readonly Row[];
  labelOf: (row: Row) => string;
  /** The filter of the lists that a row's numbers open. */
  filterOf: (row: Row) => Partial<OpenNumber>;
  onOpen: Open;
}

const columns = [
  ['start', 'At the beginning'],
  ['joined', 'Joined'],
  ['left', 'Left'],
  ['changed', 'Changed'],
  ['end', 'At the end'],
] as const;

/** Members by group, with a bar for the number at the end of the year. */
export function MovementTable<Row extends Movement>(props: MovementTableProps<Row>) {
  const { caption, head, rows, labelOf, filterOf, onOpen } = props;
  const max = Math.max(...rows.map((row) => row.end), 1);
  return (
    <Table caption={caption} head={[head, ...columns.map(([, title]) => title), '']}>
      {rows.map((row) => {
        const label = labelOf(row) || 'Not known';
        return (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map(([name, title]) => (
              <td key={name} data-label={title}>
                {name === 'changed' ? (
                  signed(row.changed)
                ) : (
                  <Figure
                    value={row[name]}
                    open={() => onOpen({ title: `${label}: ${title}`, number: `members.${name}`, ...filterOf(row) })}
                  />
                )}
              </td>
            ))}
            <Bar share={row.end / max} />
          </tr>
        );
      })}
    </Table>
  );
}

const signed = (value: number) => (value > 0 ? `+${formatNumber(value)}` : formatNumber(value));

const sums = [
  ['asked', 'Asked'],
  ['received', 'Received'],
  ['refunded', 'Refunded'],
  ['outstanding', 'Outstanding'],
] as const;
type Sums = Record<(typeof sums)[number][0], number>;

/** Money by purpose or tier, with a bar for the amount received. */
export function MoneyTable<Row extends Sums>(props: MovementTableProps<Row>) {
  const { caption, head, rows, labelOf, filterOf, onOpen } = props;
  const max = Math.max(...rows.map((row) => row.received), 1);
  return (
    <Table caption={caption} head={[head, ...sums.map(([, title]) => title), '']}>
      {rows.map((row) => {
        const label = labelOf(row) || 'Not known';
        return (
          <tr key={label}>
            <th scope="row">{label}</th>
            {sums.map(([name, title]) => (
              <td key={name} data-label={title}>
                <Figure
                  value={row[name]}
                  text={formatRupees(row[name])}
                  open={() => onOpen({ title: `${label}: ${title}`, number: `money.${name}`, ...filterOf(row) })}
                />
              </td>
            ))}
            <Bar share={row.received / max} />
          </tr>
        );
      })}
    </Table>
  );
}

/** A bar that repeats the number beside it, and stays visible with forced colours and in print. */
export function Bar({ share }: { share: number }) {
  return (
    <td className={styles.room} aria-hidden="true">
      {share > 0 && <div className={styles.bar} style={{ width: `${share * 100}%` }} />}
    </td>
  );
}

export function Table({ caption, head, children }: { caption: string; head: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on phones, so the keyboard must reach it
    <section className={`${styles.scroll} overflow-x-auto`} aria-label={`Table: ${caption}`} tabIndex={0}>
      <table className={`${styles.table} w-full tabular-nums`}>
        <caption className="font-semibold">{caption}</caption>
        <thead>
          <tr>
            {head.map((title) =>
              title === '' ? (
                <td key="bar" className={styles.room} />
              ) : (
                <th key={title} scope="col">
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

const height = 140;
const names = new Intl.DateTimeFormat('en-IN', { month: 'short', timeZone: 'UTC' });
const monthName = (month: string) => names.format(new Date(`${month}-01T00:00:00Z`));

/** The members who joined and left by month: two bars a month with numbers above, and a table. */
export function Months({ months, onOpen }: { months: YearReport['members']['byMonth']; onOpen: Open }) {
  const max = Math.max(...months.flatMap(({ joined, left }) => [joined, left]), 1);
  const bars = ['joined', 'left'] as const;
  return (
    <>
      <svg
        className={`w-full ${styles.months}`}
        viewBox={`0 0 ${months.length * 60} ${height + 46}`}
        aria-hidden="true"
      >
        {months.map((row, index) => (
          <g key={row.month} transform={`translate(${index * 60} 18)`}>
            {bars.map((name, place) => {
              const size = (row[name] / max) * height;
              return (
                <g key={name} transform={`translate(${8 + place * 22} ${height - size})`}>
                  <rect className={styles[name]} width="20" height={size} rx="2" />
                  {row[name] > 0 && (
                    <text x="10" y="-5" textAnchor="middle">
                      {row[name]}
                    </text>
                  )}
                </g>
              );
            })}
            <text x="29" y={height + 18} textAnchor="middle">
              {monthName(row.month)}
            </text>
          </g>
        ))}
        <line x1="0" x2={months.length * 60} y1={height + 18} y2={height + 18} />
      </svg>
      <p className={`flex items-center gap-3 text-14 m-0 ${styles.legend}`} aria-hidden="true">
        <span data-kind="joined">Joined</span> <span data-kind="left">Left</span>
      </p>
      <Table caption="By month" head={['Month', 'Joined', 'Left', 'Rejected applications']}>
        {months.map(({ month, ...row }) => {
          const label = `${monthName(month)} ${month.slice(0, 4)}`;
          return (
            <tr key={month}>
              <th scope="row">{label}</th>
              {(['joined', 'left', 'rejected'] as const).map((name) => (
                <td key={name}>
                  <Figure
                    value={row[name]}
                    open={() => onOpen({ title: `${label}: ${name}`, number: `members.${name}`, month })}
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
    </>
  );
}
