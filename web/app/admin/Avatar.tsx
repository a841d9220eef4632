import { PersonIcon } from '#web/ui/page/icons.tsx';
import styles from './AdminLayout.module.css';

/** The icon for the logged-in administrator. */
export function Avatar() {
  return (
    <span className={`square round keeps ${styles.avatar}`} aria-hidden="true">
      <PersonIcon fontSize="small" />
    </span>
  );
}
