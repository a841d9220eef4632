import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useLapsedRole, useSession } from '#web/lib/login/session.ts';

/** Sends everybody but administrators to the admin login, which leads back here. */
export function AdminGate() {
  const session = useSession();
  const lapsed = useLapsedRole();
  const location = useLocation();
  if (session?.role !== 'admin' && lapsed !== 'admin') {
    return <Navigate to={paths.admin.login} replace state={{ next: `${location.pathname}${location.search}` }} />;
  }
  return <Outlet />;
}

/** The office's page that was requested before the login, from the state that `AdminGate` leaves. */
export function returnPath(state: unknown): string {
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined;
  const inside = typeof next === 'string' && next.toLowerCase().startsWith(`${paths.admin.root}/`);
  return inside ? next : paths.admin.overview;
}
