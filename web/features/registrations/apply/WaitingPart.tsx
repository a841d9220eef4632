import { Suspense } from 'react';
import { waitingForPayment } from '#shared/rendered-page.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';

const Waiting = lazyPart(() => import('./Waiting.tsx'), 'Waiting');

/** What waits for its payment; most people read these pages without it, and do not load it. */
export function WaitingPart() {
  const inBrowser = useInBrowser();
  if (!inBrowser || !isKnown()) return null;
  return (
    <Suspense fallback={null}>
      <Waiting />
    </Suspense>
  );
}

function isKnown(): boolean {
  try {
    return localStorage.getItem(waitingForPayment) !== null;
  } catch {
    return false;
  }
}
