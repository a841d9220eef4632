import type { ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { DiscardQuestion } from './useDiscardQuestion.tsx';

/**
 * Asks before a page, or a tab that is kept in the address, is left on which something has been typed.
 * @returns the question, to be put anywhere on the page
 */
export function useLeaveQuestion(dirty: boolean): ReactNode {
  // The router listens to one blocker: of several forms on a page only those that matter may have one.
  return dirty ? <LeaveQuestion /> : null;
}

function LeaveQuestion() {
  const blocker = useBlocker(true);
  return (
    <DiscardQuestion
      open={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
}
