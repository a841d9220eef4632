import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { secondFactorState } from '#shared/contracts/second-factor.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { logOut } from '#web/features/auth/logout.ts';
import { AddPasskey } from '#web/features/passkeys/Passkeys.tsx';
import { UsePasskey } from '#web/features/passkeys/UsePasskey.tsx';
import { TurnOnDialog } from '#web/features/second-factor/TurnOnDialog.tsx';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { canUsePasskeys } from '#web/lib/login/passkeys.ts';
import { useSession } from '#web/lib/login/session.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { returnPath } from './gates.tsx';
import { logoutTarget } from './useLeave.tsx';

/** The only page for an administrator who must set up the required second factor first. */
export function Component() {
  const state = useLoad(secondFactorState, {});
  const [open, setOpen] = useState(false);
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const next = session?.mustChangePassword ? paths.admin.changePassword : returnPath(location.state);
  const leave = async () => {
    // Synchronously, so that the next login does not return to this page.
    await navigate(logoutTarget, { replace: true, flushSync: true });
    await logOut();
  };
  if (state.failed?.message === messages.secondFactor.passkey) {
    return (
      <>
        <h1 className="mb-3 text-28">Second Factor</h1>
        <UsePasskey onUsed={state.reload} onLeave={leave} />
      </>
    );
  }
  return (
    <>
      <h1 className="mb-3 text-28">Second Factor</h1>
      <Loaded of={state}>
        {({ enabled, required, passkeys }) =>
          enabled || !required || passkeys > 0 ? (
            <Navigate to={next} replace />
          ) : (
            <>
              <p>{messages.secondFactor.required}</p>
              <p>
                You need an authenticator app on your phone, such as Aegis, Google or Microsoft Authenticator. It then
                shows the code that each login asks for. Or let this device log you in by fingerprint, face or its own
                code.
              </p>
              <div className="flex flex-wrap gap-2 mt-3">
                <Button onClick={() => setOpen(true)}>Set up</Button>
                {canUsePasskeys() && <AddPasskey onEnd={state.reload} />}
                <Button look="outlined" onClick={() => void leave()}>
                  Log out
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
      {open && (
        <TurnOnDialog
          onClose={() => {
            setOpen(false);
            state.reload();
          }}
        />
      )}
    </>
  );
}
