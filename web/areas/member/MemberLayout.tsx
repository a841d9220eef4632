import { Outlet } from 'react-router';
import { DueNote } from '#web/features/subscription/DueNote.tsx';

/** What the members' pages have in common inside the public frame. */
export function Component() {
  return (
    <>
      <DueNote />
      <Outlet />
    </>
  );
}
