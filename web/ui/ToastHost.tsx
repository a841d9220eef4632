import { type ComponentType, useEffect, useState } from 'react';
import { loadToasts, noticeEvent, notices } from '#web/lib/toast.ts';

/** Has a place on every page; the notices' code comes with the first touch or key, or with the first notice. */
export function ToastHost() {
  const [Toasts, setToasts] = useState<ComponentType>();
  useEffect(() => {
    // A page can do without notices; the next touch asks for their code again.
    const want = () => {
      loadToasts().then(
        (module) => setToasts(() => module.Toasts),
        () => {},
      );
    };
    if (notices.wanted) want();
    const signs = ['pointerdown', 'keydown', noticeEvent];
    for (const sign of signs) addEventListener(sign, want);
    return () => {
      for (const sign of signs) removeEventListener(sign, want);
    };
  }, []);
  return Toasts && <Toasts />;
}
