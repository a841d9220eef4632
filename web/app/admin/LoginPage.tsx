import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { LoginForm } from '#web/features/auth/LoginForm.tsx';
import { isLostInOffice } from '#web/lib/browser/arrival.ts';
import { getSession, useSession } from '#web/lib/login/session.ts';
import { TickBox } from '#web/ui/forms/TickBox.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { returnPath } from './gates.tsx';

export function Component() {
  const location = useLocation();
  const navigate = useNavigate();
  const next = returnPath(location.state);
  // Keeps the other state's text from flashing up right after a login or logout.
  const [sessionBefore] = useState(getSession);
  const session = useSession();
  const loggedIn = sessionBefore?.role === 'admin' && session?.role === 'admin';
  const [isLost] = useState(isLostInOffice);
  if (isLost && loggedIn) return <Navigate to={paths.admin.overview} replace />;

  return (
    <>
      <h1 className="mb-3 text-28">Administrator Login</h1>
      {loggedIn && (
        <p className="text-muted mb-3">
          You are logged in already. <Link to={next}>Go on to the back office</Link>
        </p>
      )}
      <LoginForm
        area="admin"
        email=""
        submitLabel="Login in"
        onLoggedIn={({ mustChangePassword, mustSetUpSecondFactor, mustUsePasskey }) => {
          if (mustSetUpSecondFactor || mustUsePasskey)
            void navigate(paths.admin.secondFactor, { replace: true, state: { next } });
          else void navigate(mustChangePassword ? paths.admin.changePassword : next, { replace: true });
        }}
      >
        <TickBox name="terms">I agree to terms & conditions</TickBox>
      </LoginForm>
    </>
  );
}
