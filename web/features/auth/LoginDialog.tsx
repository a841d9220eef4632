import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import styles from './LoginDialog.module.css';
import { LoginForm } from './LoginForm.tsx';
import { closeLogin, type LoginRequest } from './login-dialog-state.ts';
import { openLikeEarlyLogin } from './open-like-early-login.ts';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

type Mode = 'login' | 'sendOtp' | 'resetPassword';

const titles: Record<Mode, string> = {
  login: 'Member Login',
  sendOtp: 'Forgot Password',
  resetPassword: 'Forgot Password',
};

interface Props {
  request: LoginRequest;
  /** Prefetches the page that follows the login. */
  fetchAhead: () => Promise<unknown>;
}

/**
 * The login dialog: log in, ask for a one-time code, set a new password. Closing it discards the input. It is rendered outside
 * the page's root, because an open dialog there hides the rest of the page from screen readers.
 */
export function LoginDialog({ request, fetchAhead }: Props) {
  const navigate = useNavigate();
  const [mode, setMode] = useState<Mode>('login');
  const [email, setEmail] = useState('');

  const leadsOn = !request.again && request.role !== 'admin';
  useEffect(() => (leadsOn ? whenIdle(fetchAhead) : undefined), [leadsOn, fetchAhead]);

  const onLoggedIn = ({ mustChangePassword }: { mustChangePassword: boolean }) => {
    closeLogin(true);
    if (request.again) return;
    if (mustChangePassword) void navigate(paths.changePassword, { state: { next: request.next } });
    else if (request.next) void navigate(request.next);
  };

  const title = request.role === 'admin' ? 'Administrator Login' : titles[mode];
  return createPortal(
    <Dialog
      className={`dialog ${styles.dialog}`}
      aria-labelledby="login-title"
      // The request's end removes the dialog with its fields.
      onClose={() => closeLogin(false)}
      show={openLikeEarlyLogin}
    >
      <div className={`${styles.content} relative`}>
        <button
          type="button"
          className={`square corner bare rounded tints ${styles.close}`}
          aria-label="Close"
          onClick={() => closeLogin(false)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
        <h2 id="login-title" className={styles.title}>
          {title}
        </h2>
        {request.again && (
          <p className="mark pad-line paper">
            Your session has ended. Log in again to go on; what you have typed is still there.
          </p>
        )}
        {request.role === 'admin' ? (
          <LoginForm area="admin" email="" onLoggedIn={() => closeLogin(true)} />
        ) : mode === 'login' ? (
          <LoginForm
            area="member"
            email={email}
            onLoggedIn={onLoggedIn}
            links={(typed) => (
              <>
                <button
                  type="button"
                  className="inline link-button touch"
                  onClick={() => {
                    setEmail(typed());
                    setMode('sendOtp');
                  }}
                >
                  Forgot password?
                </button>
                {!request.again && (
                  <Link className="inline link-button touch" to={paths.membership} onClick={() => closeLogin(false)}>
                    Become a member
                  </Link>
                )}
              </>
            )}
          />
        ) : mode === 'sendOtp' ? (
          <ForgotPasswordForm
            email={email}
            onSent={(sentTo) => {
              setEmail(sentTo);
              setMode('resetPassword');
            }}
            onBack={() => setMode('login')}
          />
        ) : (
          <ResetPasswordForm email={email} onReset={() => setMode('login')} onBack={() => setMode('sendOtp')} />
        )}
      </div>
    </Dialog>,
    document.body,
  );
}
