import { PersonIcon } from '#web/ui/icons.tsx';
import styles from './AdminLayout.module.css';

/** Stands for the person who is logged in. */
export function Avatar() {
  return (
    <span className={styles.avatar} aria-hidden="true">
      <PersonIcon fontSize="small" />
    </span>
  );
}
