import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AppError } from '#shared/errors.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';

/** Shown in a form when somebody else has saved the same record meanwhile, so that no change is overwritten unseen. */
function ConflictNotice({ waiting, onShowCurrent }: { waiting?: boolean; onShowCurrent: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // It stands above the form, whose button may be far below.
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="mb-2" ref={box} tabIndex={-1}>
      <Note
        tone="warning"
        action={
          <Button look="outlined" small busy={waiting} onClick={onShowCurrent}>
            Show theirs
          </Button>
        }
      >
        Someone else has changed this record in the meantime. Saving again replaces their change with yours.
      </Note>
    </div>
  );
}

interface Conflict {
  /** Shown above the form while there is a conflict. */
  notice: ReactNode;
  /** Whether a failed save was a conflict: the notice then says it. */
  check: (error: unknown) => boolean;
  /** Call after a successful save. */
  settle: () => void;
}

/**
 * Handles two people changing one record: the second save is refused, typed text stays, and the other version can be shown.
 * @param version the last loaded record's version; undefined for a new one
 * @param reload loads the record again
 * @param showCurrent puts the loaded record into the form
 */
export function useConflict(version: number | undefined, reload: () => void, showCurrent: () => void): Conflict {
  const [refused, setRefused] = useState<number>();
  return {
    notice: refused !== undefined && (
      <ConflictNotice
        // The other version is still loading.
        waiting={version === refused}
        onShowCurrent={() => {
          showCurrent();
          setRefused(undefined);
        }}
      />
    ),
    check: (error) => {
      if (version === undefined || !(error instanceof AppError) || error.code !== 'RECORD_CHANGED') return false;
      setRefused(version);
      reload();
      return true;
    },
    settle: () => setRefused(undefined),
  };
}
