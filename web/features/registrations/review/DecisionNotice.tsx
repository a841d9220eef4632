import { useEffect, useState } from 'react';
import { undoDecision } from '#shared/contracts/registrations.ts';
import type { RegistrationStatus } from '#shared/options.ts';
import { api } from '#web/lib/calls/api.ts';
import { failureOf } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { KeyHint, Shortcuts } from '#web/ui/dialogs/KeyHint.tsx';
import { Button } from '#web/ui/page/Button.tsx';

/** What came of a press: of the last decision, or of its undoing. */
export interface DecisionText {
  text: string;
  /** Whose decision can be taken back. */
  undo?: { id: string; name: string; until: number; paid: boolean };
}

const decided: Record<RegistrationStatus, string> = {
  New: 'Set back to New.',
  Approved: 'Approved.',
  Rejected: 'Rejected.',
};

/**
 * What is said of a decision.
 * @param message the answer's, for one that leaves the status as it is
 * @param undoUntil the answer's
 */
export function decisionTextOf(
  record: { id: string; name: string; status: string },
  { status, paymentSeen }: { status: RegistrationStatus; paymentSeen: boolean },
  { message, undoUntil }: { message: string; undoUntil: string | null },
): DecisionText {
  const { id, name } = record;
  const text = `${name}: ${status === record.status ? message : decided[status]}`;
  if (undoUntil === null) return { text };
  return { text, undo: { id, name, until: Date.parse(undoUntil), paid: paymentSeen && status === 'Approved' } };
}

interface Props {
  said: DecisionText | undefined;
  onSaid: (notice: DecisionText) => void;
  /** Called with the record that is New again. */
  onUndone: (id: string) => void;
  className?: string;
}

/** The one place where the review says what a decision did; for some seconds with 'Undo'. */
export function DecisionNotice({ said, onSaid, onUndone, className = '' }: Props) {
  const { busy, run } = useSingleRun();
  const [over, setOver] = useState<DecisionText>();
  const undo = said === over ? undefined : said?.undo;
  useEffect(() => {
    if (!said?.undo) return;
    const timer = setTimeout(() => setOver(said), said.undo.until - Date.now());
    return () => clearTimeout(timer);
  }, [said]);
  const takeBack = () =>
    run(async () => {
      if (!undo) return;
      const { id, name, paid } = undo;
      try {
        await api(undoDecision, { params: { id }, body: {} });
        onSaid({ text: `${name}: New again.${paid ? ' The payment stays received, with its receipt.' : ''}` });
        onUndone(id);
      } catch (error) {
        onSaid({ text: `${name}: ${failureOf(error).message}` });
      }
    });
  return (
    <div className={`flex flex-wrap items-center gap-1 ${className}`}>
      <span className="text-14 text-good" role="status">
        {said?.text}
      </span>
      {undo && (
        <>
          <Shortcuts title="Decision" of={[{ keys: 'U', label: 'Undo', run: () => void takeBack(), disabled: busy }]} />
          <Button look="text" busy={busy} aria-keyshortcuts="U" onClick={() => void takeBack()}>
            Undo
            <KeyHint keys="U" />
          </Button>
        </>
      )}
    </div>
  );
}
