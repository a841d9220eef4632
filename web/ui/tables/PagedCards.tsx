import type { ReactNode } from 'react';
import type { Load } from '#web/lib/calls/useLoad.ts';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageNumbers } from './PageNumbers.tsx';

interface Props<T> {
  of: Load<{ data: T[]; pagination: { totalPages: number } }>;
  emptyText: string;
  /** Of the page numbers. */
  label: string;
  page: number;
  onPage: (page: number) => void;
  /** One item of the list. */
  children: (entry: T) => ReactNode;
}

/** A list of cards that is loaded page by page. */
export function PagedCards<T>({ of, emptyText, label, page, onPage, children }: Props<T>) {
  return (
    <Loaded of={of}>
      {({ data, pagination }) =>
        data.length === 0 ? (
          <p className="text-muted">{emptyText}</p>
        ) : (
          <>
            <ul className="grid gap-2 m-0 mb-3">{data.map(children)}</ul>
            {pagination.totalPages > 1 && (
              <PageNumbers label={label} page={page} pages={pagination.totalPages} onPage={onPage} />
            )}
          </>
        )
      }
    </Loaded>
  );
}
