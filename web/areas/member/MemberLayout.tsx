import { Outlet } from 'react-router';
import { DueNote } from '#web/features/subscription/DueNote.tsx';

/** The frame of the members' pages inside the public one. */
export function Component() {
  return (
    <>
      <DueNote />
      <Outlet />
    </>
  );
}
