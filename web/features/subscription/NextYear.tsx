import { payNextYear } from '#shared/contracts/subscription.ts';
import { formatRupees } from '#shared/money.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { T } from '#web/lib/languages/T.ts';
import { Button } from '#web/ui/page/Button.tsx';

interface Props {
  /** The financial year. */
  period: string;
  amount: number;
  /** Called with the id of the requested payment. */
  onAsked: (id: string) => void;
}

/** Lets a member pay the next year's subscription in advance. */
export function NextYear({ period, amount, onAsked }: Props) {
  const { busy, attempt } = useAttempt();
  const ask = () =>
    attempt(async () => {
      const { message, payment } = await api(payNextYear, {});
      onAsked(payment.id);
      return { message };
    });
  return (
    <section aria-labelledby="next-year">
      <h2 id="next-year" className="text-22 mb-1">
        <T>Annual subscription {period}</T>
      </h2>
      <p>
        <T>You can pay the subscription of the next year now: {formatRupees(amount)}.</T>
      </p>
      <Button look="outlined" busy={busy} onClick={() => void ask()}>
        <T>Pay for {period} now</T>
      </Button>
    </section>
  );
}
