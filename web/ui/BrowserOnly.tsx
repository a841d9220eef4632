import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import styles from './BrowserOnly.module.css';
import { Loading } from './Loading.tsx';

const never = () => () => {};

/** Whether this runs in a browser after hydration; false on the server and during hydration. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The placeholder for content that only the browser renders. */
export function BrowserOnlyPlaceholder() {
  return (
    <>
      <Loading tall />
      <noscript>
        <p className={`measure centred ${styles.note}`}>
          This page needs JavaScript. Please turn it on in your browser and load the page again.
        </p>
      </noscript>
    </>
  );
}

/** Content that the server does not render; its code is loaded when it is first shown. */
export function BrowserOnly({ children }: { children: ReactNode }) {
  const inBrowser = useInBrowser();
  return inBrowser ? <Suspense fallback={<Loading tall />}>{children}</Suspense> : <BrowserOnlyPlaceholder />;
}
