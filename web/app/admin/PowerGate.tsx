import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { powerNeededText } from '#shared/powers.ts';
import { useOffice } from '#web/lib/office.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { neededAt } from './navigation.tsx';

/** Replaces a page that the administrator may not use: says which power it needs, and who can grant it. */
export function PowerGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { known, may } = useOffice();
  const needed = neededAt(pathname);
  if (!known || !needed || may(needed.power, needed)) return children;
  return (
    <>
      <PageHeader title="This page is not open to you" />
      <p>{powerNeededText(needed.power, needed.scope === 'allIndia')}</p>
    </>
  );
}
