import type { ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { DiscardQuestion } from './useDiscardQuestion.tsx';

/**
 * Asks before leaving a page, or a tab that is kept in the address, with unsaved input.
 * @returns the question, to be rendered anywhere on the page
 */
export function useLeaveQuestion(dirty: boolean): ReactNode {
  // The router supports one blocker at a time, so only a form with unsaved input may have one.
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
