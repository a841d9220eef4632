import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { logOut } from '#web/features/auth/logout.ts';
import { findUnsent, type Unsent } from '#web/features/door/unsent.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';

const UnsentQuestion = lazyPart(() => import('./UnsentQuestion.tsx'), 'UnsentQuestion');

/** The page after a logout: the login, in lower case. */
export const logoutTarget = paths.admin.login.toLowerCase();

/**
 * The logout of an administrator, who is asked first while this device holds arrivals that were not sent.
 * @returns what the button does, and the question, to be rendered anywhere
 */
export function useLeave(): { leave: () => Promise<void>; question: ReactNode } {
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const leaveNow = async () => {
    // Synchronously, as a page still on the screen would ask to be returned to after the next login.
    await navigate(logoutTarget, { flushSync: true });
    await logOut();
  };
  const leave = async () => {
    const unsent = await findUnsent();
    if (unsent) setUnsent(unsent);
    else await leaveNow();
  };
  const question = unsent && (
    <Suspense>
      <UnsentQuestion unsent={unsent} onLeave={leaveNow} onClose={() => setUnsent(null)} />
    </Suspense>
  );
  return { leave, question };
}
