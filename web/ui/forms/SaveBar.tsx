import { useState } from 'react';
import { DiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { useKeptFocus } from '#web/ui/page/useKeptFocus.ts';
import styles from './SaveBar.module.css';

interface Props {
  /** There is something to save. */
  dirty: boolean;
  busy: boolean;
  onDiscard: () => void;
}

/** At the foot of a form on a page while something was changed: the form's only way to save. */
export function SaveBar({ dirty, busy, onDiscard }: Props) {
  // The pressed button goes with the bar.
  const focus = useKeptFocus<HTMLDivElement>();
  const [asking, setAsking] = useState(false);
  return (
    <div {...focus} className="sticky-bottom">
      {dirty && (
        <div className={`flex flex-wrap items-center gap-1 ${styles.bar} mt-3 bg-surface shadow px-2 py-1`}>
          <span className="font-semibold grow text-warn whitespace-nowrap">Not saved</span>
          <Button look="outlined" disabled={busy} onClick={() => setAsking(true)}>
            Discard
          </Button>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </div>
      )}
      <DiscardQuestion
        open={asking}
        onDiscard={() => {
          setAsking(false);
          onDiscard();
        }}
        onStay={() => setAsking(false)}
      />
    </div>
  );
}
