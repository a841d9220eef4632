import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useLapsedRole, useSession } from '#web/lib/session.ts';
import { BrowserOnlyPlaceholder, useInBrowser } from '#web/ui/BrowserOnly.tsx';

/** Redirects everybody but administrators to the admin login, which leads back here. */
export function AdminGate() {
  const inBrowser = useInBrowser();
  const session = useSession();
  const lapsed = useLapsedRole();
  const location = useLocation();
  if (!inBrowser) return <BrowserOnlyPlaceholder />;
  if (session?.role !== 'admin' && lapsed !== 'admin') {
    return <Navigate to={paths.admin.login} replace state={{ next: `${location.pathname}${location.search}` }} />;
  }
  return <Outlet />;
}
