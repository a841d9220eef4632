import { useEffect } from 'react';
import { logOut } from '#web/features/auth/logout.ts';
import { showArrival, takeArrival } from '#web/lib/take-arrival.ts';
import { toast } from '#web/lib/toast.ts';
import { island } from '../hydrate.tsx';

/** Does what the page before asked for. */
function Arrival() {
  useEffect(() => {
    const { notices, logOut: leaves } = takeArrival();
    showArrival(notices ?? []);
    if (leaves) void logOut().then(() => toast.success('You have logged out.'));
  }, []);
  return null;
}

export const mount = island(Arrival);
