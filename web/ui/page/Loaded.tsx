import type { ReactNode } from 'react';
import type { Load } from '#web/lib/calls/useLoad.ts';
import { Loading } from './Loading.tsx';
import { TryAgain } from './TryAgain.tsx';

/** Shows the loaded content, or that it is loading or has failed. While it reloads, the old content stays. */
export function Loaded<T>({ of, children }: { of: Load<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined && !of.failed) return children(of.data);
  if (of.failed && !of.loading) return <TryAgain onClick={of.reload} />;
  return <Loading />;
}
