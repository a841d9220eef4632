import { type ReactNode, useState } from 'react';
import { AppError } from '#shared/errors.ts';
import { ConflictNotice } from './ConflictNotice.tsx';

interface Conflict {
  /** Stands over the form while there is a conflict. */
  notice: ReactNode;
  /** Looks at what a save threw. */
  check: (error: unknown) => void;
  /** The save went through. */
  settle: () => void;
}

/**
 * Two people change one record: the second save is refused, what was typed stays, and the other's version can be looked at.
 * @param version of the record as it was loaded last; undefined for a new one
 * @param reload loads the record again
 * @param showCurrent puts the record as loaded into the form
 */
export function useConflict(version: number | undefined, reload: () => void, showCurrent: () => void): Conflict {
  const [refused, setRefused] = useState<number>();
  return {
    notice: refused !== undefined && (
      <ConflictNotice
        // Until the other's version is here there is nothing to show.
        waiting={version === refused}
        onShowCurrent={() => {
          showCurrent();
          setRefused(undefined);
        }}
      />
    ),
    check: (error) => {
      if (!(error instanceof AppError) || error.code !== 'RECORD_CHANGED') return;
      setRefused(version);
      reload();
    },
    settle: () => setRefused(undefined),
  };
}
