import { type ComponentType, useEffect, useState } from 'react';
import { loadToasts, noticeEvent, notices } from '#web/lib/browser/toast.ts';

/** Hosts the notices on every page; loads their code on the first touch or key, or with the first notice. */
export function ToastHost() {
  const [Toasts, setToasts] = useState<ComponentType>();
  useEffect(() => {
    // A failure is ignored: the next touch tries again.
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
