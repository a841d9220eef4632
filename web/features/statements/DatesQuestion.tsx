import { messages } from '#shared/messages.ts';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  busy: boolean;
  onSend: (dates: 'dayFirst' | 'monthFirst') => void;
}

/** Asks for an ambiguous file's date order: whether 11/9/2026 is in September or in November. */
export function DatesQuestion({ busy, onSend }: Props) {
  return (
    <section className="stack starts above-3" aria-labelledby="dates-question">
      <h2 id="dates-question">Which comes first, the day or the month?</h2>
      <p>{messages.statement.datesUnclear}</p>
      <div className="wraps gap-2">
        <Button look="outlined" disabled={busy} onClick={() => onSend('dayFirst')}>
          Day first: 9/11/2026 is 9 November
        </Button>
        <Button look="outlined" disabled={busy} onClick={() => onSend('monthFirst')}>
          Month first: 9/11/2026 is 11 September
        </Button>
      </div>
    </section>
  );
}
