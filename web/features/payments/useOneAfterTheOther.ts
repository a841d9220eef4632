import { useEffect, useRef, useState } from 'react';
import type { OfficePayment } from '#shared/contracts/payments.ts';
import { toast } from '#web/lib/browser/toast.ts';

interface List {
  rows: readonly OfficePayment[] | undefined;
  loading: boolean;
}

/** Opens the payments of a list one after the other, across its pages. */
export function useOneAfterTheOther({ rows, loading }: List) {
  const [open, setOpen] = useState<OfficePayment>();
  const settled = useRef(new Set<string>());
  /** The next payment is on the page that is loading. */
  const [awaited, setAwaited] = useState(false);
  const shown = rows ?? [];
  const index = open ? shown.findIndex(({ id }) => id === open.id) : -1;
  const isLeft = ({ id }: OfficePayment) => !settled.current.has(id);

  useEffect(() => {
    if (!awaited || loading || !rows) return;
    setAwaited(false);
    const next = rows.find(({ id }) => !settled.current.has(id));
    setOpen(next);
    if (!next) toast.success('That was the last payment of this list.');
  }, [awaited, loading, rows]);

  return {
    open,
    show: setOpen,
    close: () => setOpen(undefined),
    previous: shown[index - 1],
    next: index >= 0 ? shown[index + 1] : undefined,
    /** Call when the open one is settled. */
    showNext: () => {
      if (open) settled.current.add(open.id);
      const next = shown.slice(index + 1).find(isLeft) ?? shown.find(isLeft);
      if (next) setOpen(next);
      else {
        setOpen(undefined);
        setAwaited(true);
      }
    },
  };
}
