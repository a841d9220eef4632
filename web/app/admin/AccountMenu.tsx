import { useCallback, useId, useRef, useState } from 'react';
import { paths } from '#shared/paths.ts';
import { useDismiss } from '#web/ui/dialogs/useDismiss.ts';
import { PersonIcon } from '#web/ui/page/icons.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './AdminLayout.module.css';
import { useLeave } from './useLeave.tsx';

/** The avatar in the top bar, which opens the administrator's own pages and the logout. */
export function AccountMenu() {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(menu, open, close);
  const { leave, question } = useLeave();
  return (
    <div ref={menu} className="relative">
      <button
        type="button"
        className="touch-square bare"
        aria-label="Account"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Avatar />
      </button>
      <ul id={id} className="menu card shadow" hidden={!open}>
        <li>
          <Link to={paths.admin.changePassword} onClick={close}>
            Change Password
          </Link>
        </li>
        <li>
          <Link to={`${paths.admin.changePassword}#second-factor`} onClick={close}>
            Security
          </Link>
        </li>
        <li>
          <button
            type="button"
            onClick={() => {
              close();
              void leave();
            }}
          >
            Logout
          </button>
        </li>
      </ul>
      {question}
    </div>
  );
}

/** The icon for the logged-in administrator. */
export function Avatar() {
  return (
    <span className={`touch-square rounded-full flex-none ${styles.avatar}`} aria-hidden="true">
      <PersonIcon fontSize="small" />
    </span>
  );
}
