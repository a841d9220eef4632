import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { limits } from '#shared/limits.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/page/icons.tsx';
import styles from './Pager.module.css';

interface PagerProps {
  /** From 1. */
  page: number;
  /** The number of rows on all pages. */
  total: number;
  onPage: (page: number) => void;
}

/** Says which rows of a list are shown, and leads to the other pages. */
export function Pager({ page, total, onPage }: PagerProps) {
  const first = total === 0 ? 0 : (page - 1) * limits.pageSize + 1;
  const last = Math.min(total, page * limits.pageSize);
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  // At either end the pressed button is disabled: the keyboard goes on with the other one. The browser may have taken the focus from it by then.
  useLayoutEffect(() => {
    const from = pressed.current;
    if (!from?.disabled) return;
    pressed.current = null;
    if (document.activeElement === from || document.activeElement === document.body)
      (from === next.current ? previous : next).current?.focus();
  });
  const turnTo = (to: number, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    pressed.current = currentTarget;
    onPage(to);
  };
  return (
    <div className={`flex flex-wrap items-center text-14 tabular-nums ${styles.pager} gap-4px-2 justify-end`}>
      <span>
        {first}–{last} of {total}
      </span>
      <span className="flex items-center no-print">
        <Button
          ref={previous}
          look="icon"
          aria-label="Go to previous page"
          title="Go to previous page"
          disabled={page <= 1}
          onClick={(event) => turnTo(page - 1, event)}
        >
          <ChevronLeftIcon />
        </Button>
        <Button
          ref={next}
          look="icon"
          aria-label="Go to next page"
          title="Go to next page"
          disabled={last >= total}
          onClick={(event) => turnTo(page + 1, event)}
        >
          <ChevronRightIcon />
        </Button>
      </span>
    </div>
  );
}
