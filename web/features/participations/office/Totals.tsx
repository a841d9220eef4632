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
  /** The conference's places; null without a limit, undefined if unknown or if the administrator is limited to States. */
  places: number | null | undefined;
  /** The state by which the list is filtered. */
  chosen: string;
  onChoose: (state: string) => void;
}

const order = ['registered', 'waiting', 'unconfirmed', 'cancelled', 'attended'] as const;

/** The number of participants in each state; a press filters the list. */
export function Totals({ totals, places, chosen, onChoose }: Props) {
  return (
    <ul className="stack tiles gap-1 flush below-3" aria-label="Totals">
      {order.map((state) => (
        <li key={state}>
          <button
            type="button"
            className={`card wide outlines left touch flex baseline gap-1 pad-1-2 ink pressed ${styles.total}`}
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? '' : state)}
          >
            <span className="text-22 strong numbers serif">{formatNumber(totals[state])}</span>
            <span className="muted small">
              {stateLabels[state]}
              {state === 'registered' && typeof places === 'number' && ` of ${formatNumber(places)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
