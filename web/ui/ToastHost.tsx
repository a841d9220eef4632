import { lazy, Suspense, useEffect, useState } from 'react';
import { loadToasts, onToastsWanted } from '#web/lib/toast.ts';

const Toasts = lazy(async () => ({ default: (await loadToasts()).Toasts }));

/** Has a place on every page; the notices' code comes with the first touch or key, or with the first notice. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const stop = onToastsWanted(want);
    const signs = ['pointerdown', 'keydown'];
    for (const sign of signs) addEventListener(sign, want, { once: true, passive: true });
    return () => {
      stop();
      for (const sign of signs) removeEventListener(sign, want);
    };
  }, []);
  return <Suspense fallback={null}>{wanted && <Toasts />}</Suspense>;
}
