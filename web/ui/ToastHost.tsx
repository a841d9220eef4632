import { lazy, Suspense, useEffect, useState } from 'react';
import { loadToasts, onToastsWanted } from '#web/lib/toast.ts';

const Toasts = lazy(async () => ({ default: (await loadToasts()).Toasts }));

/** Has a place on every page; the notices' code comes when the page is idle, or with the first notice. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const stop = onToastsWanted(want);
    // Safari has no idle callback.
    const idle = window.requestIdleCallback?.(want, { timeout: 10_000 }) ?? setTimeout(want, 3_000);
    return () => {
      stop();
      if (window.cancelIdleCallback) window.cancelIdleCallback(idle as number);
      else clearTimeout(idle);
    };
  }, []);
  return <Suspense fallback={null}>{wanted && <Toasts />}</Suspense>;
}
