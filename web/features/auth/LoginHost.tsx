import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { setForbiddenHandler, setLoginHandler } from '#web/lib/api.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';
import { getSession, giveUpLapsed, useSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { fetchAhead } from '#web/lib/when-idle.ts';
import { adoptEarlyLogin } from './early-login.ts';
import { closeLogin, openLogin, useLoginRequest } from './login-dialog-state.ts';
import { logOut } from './logout.ts';

const LoginDialog = lazyPart(() => import('./LoginDialog.tsx'), 'LoginDialog');

/** Prefetches the dialog's code. */
export const preloadLogin = () => void fetchAhead(LoginDialog.fetchAhead);

/** A navigation state that opens the dialog, or logs out. */
export interface LoginState {
  login?: boolean;
  next?: string;
  /** Logs the person out. */
  logout?: boolean;
}

/**
 * Rendered on every page; shows the login dialog when a link, an address or a call asks for it. Also logs out.
 * @param props `fetchAhead`: prefetches the page that follows the login, while somebody types
 */
export function LoginHost({ fetchAhead }: { fetchAhead: () => Promise<unknown> }) {
  const request = useLoginRequest();
  const session = useSession();
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
      // Already on that page: the call needs the other area's login.
      if (window.location.pathname === home) return;
      void navigate(role === null ? paths.admin.login : home);
    });
  }, [navigate]);

  // Handles the address `/?login`, or the navigation state of the member gate or a logout, and removes it at once, so that a
  // reload does not repeat it.
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
      // Bypasses the router, which would needlessly load the page's data again.
      window.history.replaceState({ ...window.history.state, usr: null }, '');
    }
    if (state?.logout) void logOut().then(() => toast.success('You have logged out.'));
    else if (!getSession()) void openLogin({ next });
    else if (next) void navigate(next);
  }, [location, navigate]);

  // A login in another tab serves this one, too.
  const isAnswered = request?.again && session?.role === request.role;
  useEffect(() => {
    if (isAnswered) closeLogin(true);
  }, [isAnswered]);

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
