import { formatNumber } from '#shared/money.ts';
import { stateLabels } from './ParticipationState.tsx';
import styles from './Totals.module.css';

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
    <ul className="grid grid-tiles gap-1 m-0 mb-3" aria-label="Totals">
      {order.map((state) => (
        <li key={state}>
          <button
            type="button"
            className={`card w-full hover-border-navy text-start min-h-touch flex items-baseline gap-1 px-2 py-1 text-ink cursor-pointer ${styles.total}`}
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? '' : state)}
          >
            <span className="text-22 font-semibold tabular-nums font-serif">{formatNumber(totals[state])}</span>
            <span className="text-muted text-14">
              {stateLabels[state]}
              {state === 'registered' && typeof places === 'number' && ` of ${formatNumber(places)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
