import PersonOutlined from '@mui/icons-material/PersonOutlined';
import styles from './AdminLayout.module.css';

/** Stands for whoever is logged in. */
export function Avatar() {
  return (
    <span className={styles.avatar} aria-hidden="true">
      <PersonOutlined fontSize="small" />
    </span>
  );
}
