import { useLayoutEffect, useRef } from 'react';
import { limits } from '#shared/limits.ts';
import { Button } from './Button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';
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
  // At either end the pressed button is disabled: the keyboard goes on with the other one.
  useLayoutEffect(() => {
    const [focused, other] = page <= 1 ? [previous, next] : [next, previous];
    if (focused.current?.disabled && document.activeElement === focused.current) other.current?.focus();
  }, [page]);
  return (
    <div className={`row small numbers ${styles.pager} gap-half-2 to-end`}>
      <span>
        {first}–{last} of {total}
      </span>
      <span className="bar">
        <Button
          ref={previous}
          look="icon"
          aria-label="Go to previous page"
          title="Go to previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeftIcon />
        </Button>
        <Button
          ref={next}
          look="icon"
          aria-label="Go to next page"
          title="Go to next page"
          disabled={last >= total}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRightIcon />
        </Button>
      </span>
    </div>
  );
}
