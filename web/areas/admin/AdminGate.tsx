import { Navigate, Outlet, useLocation } from 'react-router';
import { useLapsedRole, useSession } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';
import { Loading } from '#web/ui/Loading.tsx';

/** Lets administrators in; everybody else comes to the admin login, and from there back here. */
export function AdminGate() {
  const inBrowser = useInBrowser();
  const session = useSession();
  const lapsed = useLapsedRole();
  const location = useLocation();
  if (!inBrowser) return <Loading />;
  if (session?.role !== 'admin' && lapsed !== 'admin') {
    return <Navigate to={paths.admin.login} replace state={{ next: `${location.pathname}${location.search}` }} />;
  }
  return <Outlet />;
}
