import { formatNumber } from '#shared/money.ts';
import styles from './Totals.module.css';
import { stateLabels } from './wording.ts';

interface TotalNumbers {
  registered: number;
  waiting: number;
  unconfirmed: number;
  cancelled: number;
  attended: number;
}

interface Props {
  totals: TotalNumbers;
  /** Places of the conference; null for as many as come, undefined where that is not known or not the bound office's to compare. */
  places: number | null | undefined;
  /** The state that the list is narrowed to. */
  chosen: string;
  onChoose: (state: string) => void;
}

const order = ['registered', 'waiting', 'unconfirmed', 'cancelled', 'attended'] as const;

/** How many there are of each; a press narrows the list to them. */
export function Totals({ totals, places, chosen, onChoose }: Props) {
  return (
    <ul className={styles.totals} aria-label="Totals">
      {order.map((state) => (
        <li key={state}>
          <button
            type="button"
            className={styles.total}
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? '' : state)}
          >
            <span className={styles.number}>{formatNumber(totals[state])}</span>
            <span className={styles.label}>
              {stateLabels[state]}
              {state === 'registered' && typeof places === 'number' && ` of ${formatNumber(places)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
