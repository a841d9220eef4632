import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { PasswordForm } from '#web/features/administrators/PasswordForm.tsx';
import { Sessions } from '#web/features/auth/Sessions.tsx';
import { Passkeys } from '#web/features/passkeys/Passkeys.tsx';
import { SecondFactor } from '#web/features/second-factor/SecondFactor.tsx';
import { useSession } from '#web/lib/login/session.ts';
import { Note } from '#web/ui/page/Note.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

export function Component() {
  const session = useSession();
  const { hash } = useLocation();
  // The page is loaded after the router has looked for the part.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <PageHeader title="Change Password" />
      {session?.mustChangePassword && (
        <Note tone="warning" className="max-w-640 mb-3">
          You have logged in with a temporary password. Please choose your own now.
        </Note>
      )}
      <PasswordForm />
      <SecondFactor />
      {!session?.mustChangePassword && <Passkeys />}
      {!session?.mustChangePassword && <Sessions />}
    </>
  );
}
