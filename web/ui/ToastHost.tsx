import { type ComponentType, useEffect, useState } from 'react';
import { loadToasts, onToastsWanted } from '#web/lib/toast.ts';

/** Has a place on every page; the notices' code comes with the first touch or key, or with the first notice. */
export function ToastHost() {
  const [Toasts, setToasts] = useState<ComponentType>();
  useEffect(() => {
    // A page can do without notices; the next one asks for their code again.
    const want = () =>
      void loadToasts().then(
        (module) => setToasts(() => module.Toasts),
        () => {},
      );
    const stop = onToastsWanted(want);
    const signs = ['pointerdown', 'keydown'];
    for (const sign of signs) addEventListener(sign, want, { once: true, passive: true });
    return () => {
      stop();
      for (const sign of signs) removeEventListener(sign, want);
    };
  }, []);
  return Toasts && <Toasts />;
}
