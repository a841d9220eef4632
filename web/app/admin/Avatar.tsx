import { PersonIcon } from '#web/ui/page/icons.tsx';
import styles from './AdminLayout.module.css';

/** The icon for the logged-in administrator. */
export function Avatar() {
  return (
    <span className={`touch-square rounded-full flex-none ${styles.avatar}`} aria-hidden="true">
      <PersonIcon fontSize="small" />
    </span>
  );
}
