import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { LoginRequest } from '#web/features/auth/LoginDialog.tsx';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { setForbiddenHandler, setLoginHandler } from '#web/lib/calls/api.ts';
import { giveUpLapsed, useSession } from '#web/lib/login/session.ts';

const LoginDialog = lazyPart(() => import('#web/features/auth/LoginDialog.tsx'), 'LoginDialog');

interface OpenRequest extends LoginRequest {
  answer: (loggedIn: boolean) => void;
}

/** Asks for another login when a session has ended, and leads away from what is another area's. */
export function LoginHost() {
  const [request, setRequest] = useState<OpenRequest | null>(null);
  const session = useSession();
  const navigate = useNavigate();

  useEffect(() => {
    setLoginHandler(async (role) => {
      const loggedIn = await new Promise<boolean>((answer) => {
        setRequest((before) => {
          before?.answer(false);
          return { area: role, again: true, answer };
        });
      });
      setRequest(null);
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

  // A login in another tab serves this one, too.
  const isAnswered = request && session?.role === request.area;
  useEffect(() => {
    if (isAnswered) request.answer(true);
  }, [isAnswered, request]);

  if (!request) return null;
  // Outside of the page's root, because an open dialog there hides the rest of the page from screen readers.
  return createPortal(
    <Suspense fallback={null}>
      <LoginDialog {...request} onLoggedIn={() => request.answer(true)} onClose={() => request.answer(false)} />
    </Suspense>,
    document.body,
  );
}
