import { PersonIcon } from '#web/ui/icons.tsx';
import styles from './AdminLayout.module.css';

/** The icon for the logged-in administrator. */
export function Avatar() {
  return (
    <span className={`${styles.avatar} round grid keeps`} aria-hidden="true">
      <PersonIcon fontSize="small" />
    </span>
  );
}
