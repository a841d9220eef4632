import type { ReactNode } from 'react';
import type { Load } from '#web/lib/useLoad.ts';
import { Loading } from './Loading.tsx';
import { TryAgain } from './TryAgain.tsx';

/** What was loaded, or that it loads or has failed. While it loads again the old content is kept. */
export function Loaded<T>({ of, children }: { of: Load<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined && !of.failed) return children(of.data);
  if (of.failed && !of.loading) return <TryAgain onClick={of.reload} />;
  return <Loading />;
}
