import { Outlet } from 'react-router';
import { DueNote } from '#web/features/subscription/DueNote.tsx';
import { LibraryProviders } from '#web/ui/LibraryProviders.tsx';

/** What the members' pages have in common inside the public frame. */
export function Component() {
  return (
    <LibraryProviders>
      <DueNote />
      <Outlet />
    </LibraryProviders>
  );
}
