import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Loading } from './Loading.tsx';

const never = () => () => {};

/** Whether this runs in a browser whose page has come alive; false while it takes over what the server rendered. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Content that the server does not render, with its own code fetched when it is first shown. */
export function BrowserOnly({ children }: { children: ReactNode }) {
  const inBrowser = useInBrowser();
  return inBrowser ? <Suspense fallback={<Loading />}>{children}</Suspense> : <Loading />;
}
