import { useRef, useState } from 'react';
import { queueRegistrations } from '#shared/contracts/registrations.ts';
import type { ApiInput } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';

export type ListQuery = NonNullable<ApiInput<typeof queueRegistrations>['query']>;

export interface ReviewQueue {
  /** From 1; undefined while the list is loading, or if the record is not in it. */
  position: number | undefined;
  total: number;
  previous: string | undefined;
  next: string | undefined;
  /** The next record without a decision; after the end, the first one. */
  nextOpen: string | undefined;
  /** Marks this record as decided. */
  settle: () => void;
  /** The same for one whose decision was taken back. */
  reopen: (id: string) => void;
}

/** The list from which a registration was opened, unaffected by others' later decisions. */
export function useReviewQueue(list: ListQuery, id: string): ReviewQueue {
  const [query] = useState(list);
  const { data } = useLoad(queueRegistrations, { query });
  const settled = useRef(new Set<string>());
  const ids = data?.ids ?? [];
  const index = ids.indexOf(id);
  const isOpen = (other: string) => other !== id && !settled.current.has(other);
  return {
    position: data && index >= 0 ? data.offset + index + 1 : undefined,
    total: data?.total ?? 0,
    previous: index > 0 ? ids[index - 1] : undefined,
    next: ids[index + 1],
    get nextOpen() {
      return ids.slice(index + 1).find(isOpen) ?? ids.slice(0, Math.max(index, 0)).find(isOpen);
    },
    settle: () => {
      settled.current.add(id);
    },
    reopen: (undone) => {
      settled.current.delete(undone);
    },
  };
}
