import { Suspense, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#shared/money.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { counted } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';

// Fetched when it is first opened.
const RemovalsDialog = lazyPart(() => import('./RemovalsDialog.tsx'), 'RemovalsDialog');

/** The number of applications that will soon be deleted, and a button to their list. */
export function RemovalsNote({ removals: { rejected, unpaid } }: { removals: { rejected: number; unpaid: number } }) {
  const [open, setOpen] = useState(false);
  const count = rejected + unpaid;
  if (count === 0) return null;
  const parts = [
    ...(rejected > 0 ? [`${formatNumber(rejected)} rejected`] : []),
    ...(unpaid > 0 ? [`${formatNumber(unpaid)} without a payment`] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-4px-2 border rounded text-muted px-2 py-1">
      <Button look="text" small onClick={() => setOpen(true)}>
        {counted(count, 'application')} will be deleted within {limits.removalNoticeDays} days
      </Button>
      <span className="text-ink">{parts.join(', ')}</span>
      <Suspense>{open && <RemovalsDialog onClose={() => setOpen(false)} />}</Suspense>
    </li>
  );
}
