import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { setForbiddenHandler, setLoginHandler } from '#web/lib/api.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';
import { getSession, giveUpLapsed } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { fetchAhead } from '#web/lib/when-idle.ts';
import { adoptEarlyLogin } from './early-login.ts';
import { closeLogin, openLogin, useLoginRequest } from './login-dialog-state.ts';
import { logOut } from './logout.ts';

const LoginDialog = lazyPart(() => import('./LoginDialog.tsx'), 'LoginDialog');

/** Fetches the dialog's code before it is asked for. */
export const preloadLogin = () => void fetchAhead(LoginDialog.fetchAhead);

/** What a page may put into its navigation to have the dialog opened. */
export interface LoginState {
  login?: boolean;
  next?: string;
  /** The person is leaving. */
  logout?: boolean;
}

/**
 * Has a place on every page; shows the login dialog when somebody asks for it: a link, an address, or a call. Logs out as well.
 * @param props `fetchAhead`: fetches the pages to which a login leads, while somebody still types
 */
export function LoginHost({ fetchAhead }: { fetchAhead: () => Promise<unknown> }) {
  const request = useLoginRequest();
  const location = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    setLoginHandler(async (role) => {
      const loggedIn = await openLogin({ role, again: true });
      if (!loggedIn) giveUpLapsed();
      return loggedIn;
    });
    setForbiddenHandler((role, code) => {
      const office = code === 'FORBIDDEN' ? paths.admin.overview : paths.admin.secondFactor;
      const home = role === 'admin' ? office : paths.directory;
      // Already there: then it is the other area's login that is missing.
      if (window.location.pathname === home) return;
      void navigate(role === null ? paths.admin.login : home);
    });
  }, [navigate]);

  // The address `/?login`, or the state that the member gate or a logout leaves behind. They are taken away at once, so
  // that a reload does not do it again.
  useEffect(() => {
    const params = new URLSearchParams(location.search);
    const state = location.state as LoginState | null;
    if (!params.has('login') && !state?.login && !state?.logout) return;
    const next = state?.next;
    if (params.has('login')) {
      params.delete('login');
      const search = params.size > 0 ? `?${params}` : '';
      void navigate(`${location.pathname}${search}${location.hash}`, { replace: true, preventScrollReset: true });
    } else {
      // Past the router, which would load the page's data again for nothing.
      window.history.replaceState({ ...window.history.state, usr: null }, '');
    }
    if (state?.logout) void logOut().then(() => toast.success('You have logged out.'));
    else if (!getSession()) void openLogin({ next });
    else if (next) void navigate(next);
  }, [location, navigate]);

  useEffect(() => {
    if (adoptEarlyLogin(() => closeLogin(false))) void openLogin();
  }, []);

  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <LoginDialog request={request} fetchAhead={fetchAhead} />
    </Suspense>
  );
}
