import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { documentAddress, rememberNext } from '#web/lib/browser/arrival.ts';
import { useLapsedRole, useSession } from '#web/lib/login/session.ts';
import { Loading } from '#web/ui/page/Loading.tsx';

/** Sends everybody who is not logged in to the home page with the login dialog open, which leads back here. */
export function MemberGate() {
  const session = useSession();
  const lapsed = useLapsedRole();
  const { pathname, search } = useLocation();
  const isVisitor = !session && lapsed !== 'member';
  useEffect(() => {
    if (!isVisitor) return;
    rememberNext(`${pathname}${search}`);
    window.location.replace(documentAddress(paths.login));
  }, [isVisitor, pathname, search]);
  if (session?.role === 'admin') return <Navigate to={paths.admin.overview} replace />;
  // Keeps the footer down until the home page is shown.
  return isVisitor ? <Loading tall /> : <Outlet />;
}
