import { useState } from 'react';
import { formatExactRupees, formatNumber } from '#shared/money.ts';
import { TickBox } from '#web/ui/forms/TickBox.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';
import type { Choice } from './choices.ts';
import styles from './Statement.module.css';

interface Props {
  choices: readonly Choice[];
  busy: boolean;
  progress: number | undefined;
  onReceive: (approve: boolean) => void;
}

/** The button that receives all ticked and chosen lines. */
export function ReceiveBar({ choices, busy, progress, onReceive }: Props) {
  const [approve, setApprove] = useState(false);
  const count = choices.reduce((sum, { paymentIds }) => sum + paymentIds.length, 0);
  const lists = new Set(choices.flatMap(({ scheduleIds = [] }) => scheduleIds)).size;
  const parts = [
    ...(count === 0 && lists > 0 ? [] : [count === 1 ? 'One payment' : `${formatNumber(count)} payments`]),
    ...(lists === 0 ? [] : [lists === 1 ? 'one list of deductions' : `${formatNumber(lists)} lists of deductions`]),
  ];
  const amount = choices.reduce((sum, { line }) => sum + line.amount, 0);
  return (
    <section
      className={`sticky-bottom card flex flex-wrap items-center mt-3 ${styles.bar} shadow px-2 py-1`}
      aria-label="What is to be received"
    >
      <span role="status">
        {parts.join(' and ')}, {formatExactRupees(amount)}
      </span>
      <TickBox checked={approve} disabled={busy} onChange={({ target }) => setApprove(target.checked)}>
        Approve new registrations that have no warning
      </TickBox>
      {progress !== undefined && <UploadProgress fraction={Math.min(progress, 0.99)} label="Receiving" />}
      <Button onClick={() => onReceive(approve)} disabled={choices.length === 0} busy={busy} data-receive>
        Receive all that is ticked
      </Button>
    </section>
  );
}
