import { useState } from 'react';
import { reconcilePayments } from '#shared/contracts/statements.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { showFailure } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { counted } from '#web/lib/languages/format.ts';
import { type Choice, partsOf } from './choices.ts';

/** A pair that was not received, and why. */
export interface LeftOver {
  /** That of the payment, or the list of deductions. */
  id: string;
  lineId: string;
  message: string;
}

/** Receives the chosen pairs in parts, and reports the progress. */
export function useReceiving() {
  const { busy, run } = useSingleRun();
  /** From 0 to 1 while it runs. */
  const [progress, setProgress] = useState<number>();
  const [left, setLeft] = useState<LeftOver[]>([]);

  /** @param after called in any case, as the displayed data is outdated */
  const receive = (choices: readonly Choice[], approve: boolean, after: () => void) =>
    run(async () => {
      const parts = partsOf(choices);
      const total = { received: 0, approved: 0, booking: false, left: [] as LeftOver[] };
      setLeft([]);
      setProgress(0);
      try {
        for (const [index, part] of parts.entries()) {
          const done = await api(reconcilePayments, { body: { ...part, approve } });
          total.received += done.received;
          total.approved += done.approved;
          total.booking ||= Boolean(done.job);
          total.left.push(...done.left);
          setProgress((index + 1) / parts.length);
        }
      } catch (error) {
        showFailure(error);
      }
      setProgress(undefined);
      setLeft(total.left);
      if (total.received > 0) {
        const approved = total.approved > 0 ? `, ${counted(total.approved, 'registration')} approved` : '';
        toast.success(`${counted(total.received, 'payment')} received${approved}.`);
      }
      if (total.booking) toast.success('A long list of deductions is being booked.');
      after();
    });
  return { busy, progress, left, receive };
}
