import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarChart } from '@mui/x-charts/BarChart';
import type { AxisValueFormatterContext } from '@mui/x-charts/models';
import { cut, formatNumber } from '#web/lib/format.ts';
import { ChartBox, type Point } from './ChartBox.tsx';
import styles from './OverviewCharts.module.css';
import type { Overview } from './WaitingNotes.tsx';

/** Each state's bar has this height in pixels, so that any number of states stays readable. */
const barHeight = 30;
const axisHeight = 56;

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11` as `Nov 2026`. */
function monthName(month: string): string {
  const [year, number] = month.split('-');
  return `${monthNames[Number(number) - 1]} ${year}`;
}

/** Registrations by month and members by state; in a file of its own, because the chart library is large. */
export default function OverviewCharts({ overview }: { overview: Overview }) {
  const theme = useTheme();
  const onPhone = useMediaQuery(theme.breakpoints.down('sm'));
  const months: Point[] = overview.byMonth.map(({ month, count }) => ({ label: monthName(month), count }));
  const states: Point[] = overview.byState.map(({ State, count }) => ({ label: State, count }));
  const wholeNumbers = (value: number) => (Number.isInteger(value) ? formatNumber(value) : '');
  const shared = {
    hideLegend: true,
    colors: [theme.palette.primary.main],
    margin: { top: 12, right: 16, bottom: 0, left: 0 },
  };

  return (
    <div className={styles.charts}>
      <ChartBox
        title="Registrations per month"
        labelHeader="Month"
        countHeader="Registrations"
        points={months}
        chart={
          <BarChart
            {...shared}
            height={300}
            series={[{ data: months.map((point) => point.count), label: 'Registrations' }]}
            xAxis={[
              {
                data: months.map((point) => point.label),
                // Only the month's name has room; its first letter on a phone. The whole stands in the tooltip.
                valueFormatter: (label: string, { location }: AxisValueFormatterContext) =>
                  location === 'tick' ? label.slice(0, onPhone ? 1 : 3) : label,
                tickLabelInterval: () => true,
                disableTicks: true,
              },
            ]}
            yAxis={[{ width: 40, min: 0, tickMinStep: 1, valueFormatter: wholeNumbers, disableLine: true }]}
            grid={{ horizontal: true }}
          />
        }
      />
      <ChartBox
        title="Members per state"
        labelHeader="State"
        countHeader="Members"
        points={states}
        chart={
          <BarChart
            {...shared}
            layout="horizontal"
            height={states.length * barHeight + axisHeight}
            series={[{ data: states.map((point) => point.count), label: 'Members' }]}
            yAxis={[
              {
                data: states.map((point) => point.label),
                width: onPhone ? 118 : 170,
                valueFormatter: (label: string, { location }: AxisValueFormatterContext) =>
                  location === 'tick' ? cut(label, onPhone ? 16 : 24) : label,
                tickLabelInterval: () => true,
                disableTicks: true,
                disableLine: true,
              },
            ]}
            xAxis={[{ min: 0, tickMinStep: 1, valueFormatter: wholeNumbers }]}
            grid={{ vertical: true }}
          />
        }
      />
    </div>
  );
}
