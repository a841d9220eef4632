import { Outlet } from 'react-router';
import { ConfirmationHost } from '#web/features/administrators/ConfirmationHost.tsx';
import { DueNote } from '#web/features/subscription/DueNote.tsx';
import styles from './MemberLayout.module.css';
import { MemberLinks } from './MemberLinks.tsx';
import { PhoneBar } from './PhoneBar.tsx';

/** The frame of the members' pages inside the public one. */
export function Component() {
  return (
    <div className={styles.area}>
      <MemberLinks />
      <DueNote />
      <Outlet />
      <PhoneBar />
      <ConfirmationHost />
    </div>
  );
}
