import { Outlet } from 'react-router';
import { LibraryProviders } from '#web/ui/LibraryProviders.tsx';
import styles from './MemberLayout.module.css';

/** What the members' pages have in common inside the public frame. */
export function Component() {
  return (
    <LibraryProviders>
      <div className={`wrap ${styles.page}`}>
        <Outlet />
      </div>
    </LibraryProviders>
  );
}
