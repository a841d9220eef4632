import { useEffect, useRef } from 'react';
import { follow, layers, onPhones } from './open-dialogs.ts';

/** On a phone, Back closes a dialog while it is open. `close` may leave it open, such as to ask first. */
export function useBackCloses(open: boolean, close: () => void) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open || !matchMedia(onPhones).matches) return;
    layers.push(latest);
    follow.changed();
    return () => {
      layers.splice(layers.indexOf(latest), 1);
      follow.changed();
    };
  }, [open]);
}
