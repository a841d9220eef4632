import { useMemo } from 'react';
import { getSession } from '#shared/contracts/auth.ts';
import type { Powers } from '#shared/powers.ts';
import { useSession } from '#web/lib/session.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useOnEachPage } from '#web/lib/useOnEachPage.ts';

/** The administrator's powers, loaded again on every page, as others may change them meanwhile. */
export function useOwnPowers(): Powers | null {
  const session = useSession();
  const { data, reload } = useLoad(getSession, session ? {} : null);
  useOnEachPage(reload);
  const [powers, states] = [data?.powers?.join(), data?.states?.join()];
  // The same object while nothing has changed, so that the page does not render again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared as text
  return useMemo(() => (data?.powers ? { powers: data.powers, states: data.states ?? [] } : null), [powers, states]);
}
