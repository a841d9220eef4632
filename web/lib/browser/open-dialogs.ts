import { useEffect, useRef } from 'react';
import { addLayer } from './layers.ts';

/** On a phone, Back closes a dialog while it is open. `close` may leave it open, such as to ask first. */
export function useBackCloses(open: boolean, close: () => void) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? addLayer(() => latest.current()) : undefined), [open]);
}
