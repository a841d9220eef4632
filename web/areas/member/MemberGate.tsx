import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useLapsedRole, useSession } from '#web/lib/session.ts';
import { BrowserOnlyPlaceholder, useInBrowser } from '#web/ui/BrowserOnly.tsx';
import { Loading } from '#web/ui/Loading.tsx';

/** The navigation's state when a visitor is sent to the home page to log in. */
interface LoginRedirectState {
  login: true;
  /** The page that was requested. */
  next: string;
}

/** Sends everybody who is not logged in to the home page with the login dialog open, which leads back here. */
export function MemberGate() {
  const inBrowser = useInBrowser();
  const session = useSession();
  const lapsed = useLapsedRole();
  const location = useLocation();
  if (!inBrowser) return <BrowserOnlyPlaceholder />;
  if (session?.role === 'admin') return <Navigate to={paths.admin.overview} replace />;
  if (!session && lapsed !== 'member') {
    const next = `${location.pathname}${location.search}`;
    return (
      <>
        <Navigate to={paths.home} replace state={{ login: true, next } satisfies LoginRedirectState} />
        {/* Keeps the footer down until the home page is shown. */}
        <Loading tall />
      </>
    );
  }
  return <Outlet />;
}
