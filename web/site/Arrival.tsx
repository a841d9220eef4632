import { useEffect } from 'react';
import { logOut } from '#web/features/auth/logout.ts';
import { arrivalKey, isLostInOffice, type Arrival as Left, take } from '#web/lib/browser/arrival.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { t } from '#web/lib/languages/text.ts';

/** What the page before asks of this one, once. */
function takeArrival(): Left {
  try {
    return JSON.parse(take(arrivalKey) ?? '{}') as Left;
  } catch {
    return {};
  }
}

/** Does what the page before asked for, as to show its last notices, and tells a failure of this page, which also says it in its text. */
export function Arrival({ failure }: { failure?: string }) {
  useEffect(() => {
    const { notices = [], logOut: leaves, lost } = takeArrival();
    if (lost || isLostInOffice()) toast.info(t('There is no page at that address.'));
    for (const [kind, message] of notices) toast[kind](message);
    if (leaves) void logOut().then(() => toast.success(t('You have logged out.')));
    if (failure) toast.error(failure);
  }, [failure]);
  return null;
}
