import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { countOpenContacts } from '#shared/contracts/contact.ts';
import { useOffice } from '#web/lib/office.ts';
import { useSession } from '#web/lib/session.ts';
import { useLoad } from '#web/lib/useLoad.ts';

const listeners = new Set<() => void>();

/** A message was answered, or opened again. */
export function tellContactsChanged() {
  for (const listener of listeners) listener();
}

/** How many messages wait for an answer; asked anew on every page and after every change. */
export function useOpenContacts(): number {
  const session = useSession();
  const { may } = useOffice();
  const { pathname } = useLocation();
  const { data, reload } = useLoad(countOpenContacts, session && may('members', true) ? {} : null);
  useEffect(() => {
    listeners.add(reload);
    return () => {
      listeners.delete(reload);
    };
  }, [reload]);
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    reload();
  }, [pathname, reload]);
  return data?.open ?? 0;
}
