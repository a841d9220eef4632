import { Suspense, useRef, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { T } from '#web/lib/languages/T.ts';
import { href, msg, t } from '#web/lib/languages/text.ts';
import type { Role } from '#web/lib/login/session.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import styles from './LoginDialog.module.css';
import { LoginForm } from './LoginForm.tsx';

const ForgotPasswordForm = lazyPart(() => import('./ForgotPasswordForm.tsx'), 'ForgotPasswordForm');
const ResetPasswordForm = lazyPart(() => import('./ResetPasswordForm.tsx'), 'ResetPasswordForm');

type Mode = 'login' | 'sendOtp' | 'resetPassword';

const titles: Record<Mode, string> = {
  login: msg('Member Login'),
  sendOtp: msg('Forgot Password'),
  resetPassword: msg('Forgot Password'),
};

export interface LoginRequest {
  area: Role;
  /** The session has just ended: the page stays below the dialog and keeps its input. */
  again: boolean;
}

interface Props extends LoginRequest {
  onLoggedIn: (answer: { mustChangePassword: boolean; language?: Language | undefined }) => void;
  /** Closed without a login. */
  onClose: () => void;
}

/**
 * The login dialog: log in, ask for a one-time code, set a new password. Closing it discards the input. Each document holds its
 * markup in a template, so that it opens before a script has loaded.
 */
export function LoginDialog({ area, again, onLoggedIn, onClose }: Props) {
  const [mode, setMode] = useState<Mode>('login');
  const [email, setEmail] = useState('');

  // Who closes the question after the login has logged in.
  const closeQuestion = useRef<() => void>(null);
  const close = () => (closeQuestion.current ?? onClose)();
  const askMore = (closeIt: () => void) => {
    closeQuestion.current = closeIt;
  };
  const title = area === 'admin' ? t('Administrator Login') : t(titles[mode]);
  return (
    <Dialog className={`dialog ${styles.dialog}`} aria-labelledby="login-title" onClose={close} show={showLogin}>
      <div className={`${styles.content} relative`}>
        <button
          type="button"
          className={`touch-square absolute-top-right bare rounded tints ${styles.close}`}
          aria-label={t('Close')}
          onClick={close}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
        <h2 id="login-title" className={styles.title}>
          {title}
        </h2>
        {again && (
          <p className="border-l-saffron px-2 py-12px bg-paper">
            <T>Your session has ended. Log in again to go on; what you have typed is still there.</T>
          </p>
        )}
        {area === 'admin' ? (
          <LoginForm area="admin" email="" onLoggedIn={onLoggedIn} onQuestion={askMore} />
        ) : mode === 'login' ? (
          <LoginForm
            area="member"
            email={email}
            onLoggedIn={onLoggedIn}
            onQuestion={askMore}
            links={(typed) => (
              <>
                <button
                  type="button"
                  className="inline-flex items-center link-button min-h-touch"
                  onClick={() => {
                    setEmail(typed());
                    setMode('sendOtp');
                  }}
                >
                  {t('Forgot password?')}
                </button>
                {!again && (
                  <a
                    className="inline-flex items-center link-button min-h-touch"
                    href={href(paths.membership)}
                    onClick={onClose}
                  >
                    {t('Become a member')}
                  </a>
                )}
              </>
            )}
          />
        ) : (
          <Suspense fallback={null}>
            {mode === 'sendOtp' ? (
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
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}

/** It may be open already, with what was typed, or closed again. By default a dialog focuses its Close button. */
function showLogin(dialog: HTMLDialogElement) {
  if (dialog.open || !dialog.isConnected) return;
  // It gives the focus back to what has it now: on a page that was opened over an ended session, nothing.
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  dialog.showModal();
  dialog.querySelector('input')?.focus();
}
