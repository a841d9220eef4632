import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { LoginForm } from '#web/features/administrators/LoginForm.tsx';
import { getSession, useSession } from '#web/lib/session.ts';
import styles from './LoginPage.module.css';

export function Component() {
  const location = useLocation();
  const navigate = useNavigate();
  const next = wantedPage(location.state);
  // Somebody who has just logged in or out here must not see the other state's line flash by.
  const [sessionBefore] = useState(getSession);
  const session = useSession();
  const loggedIn = sessionBefore?.role === 'admin' && session?.role === 'admin';

  return (
    <>
      <h1 className={styles.title}>Administrator Login</h1>
      {loggedIn && (
        <p className={styles.note}>
          You are logged in already. <Link to={next}>Go on to the back office</Link>
        </p>
      )}
      <LoginForm
        onLoggedIn={(mustChangePassword) =>
          void navigate(mustChangePassword ? paths.admin.changePassword : next, { replace: true })
        }
      />
    </>
  );
}

/** The page of this area that was wanted before the login. */
function wantedPage(state: unknown): string {
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined;
  const inside = typeof next === 'string' && next.toLowerCase().startsWith(`${paths.admin.root}/`);
  return inside ? next : paths.admin.overview;
}
