import { useEffect, useRef } from 'react';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import type { AppError } from '#shared/errors.ts';
import type { RecordFiles } from '#web/features/members/files/record-files.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import type { Review } from './RecordHistory.tsx';

interface Reviewed {
  review: Review | undefined;
  failed: AppError | undefined;
  reload: () => void;
}

/** Loads a registration for review, and prefetches the next one with its pictures. */
export function useReviewed(id: string, next: string | undefined, files: RecordFiles): Reviewed {
  const current = useLoad(reviewRegistration, { params: { id } });
  const ahead = useLoad(reviewRegistration, next ? { params: { id: next } } : null);
  const reviews = useRef(new Map<string, Review>());
  for (const { data } of [ahead, current]) if (data) reviews.current.set(data.data.id, data);

  const upcoming = ahead.data?.data;
  useEffect(() => {
    if (upcoming && upcoming.id === next) files.prefetch(upcoming);
  }, [upcoming, next, files]);

  const isLoaded = current.data?.data.id === id;
  return {
    review: isLoaded ? current.data : reviews.current.get(id),
    failed: isLoaded || current.loading ? undefined : current.failed,
    reload: current.reload,
  };
}
