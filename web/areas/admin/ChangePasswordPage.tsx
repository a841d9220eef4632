import Alert from '@mui/material/Alert';
import { PasswordForm } from '#web/features/administrators/PasswordForm.tsx';
import { Sessions } from '#web/features/auth/Sessions.tsx';
import { SecondFactor } from '#web/features/second-factor/SecondFactor.tsx';
import { useSession } from '#web/lib/session.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './ChangePasswordPage.module.css';

export function Component() {
  const session = useSession();
  return (
    <>
      <PageHeader title="Change Password" />
      {session?.mustChangePassword && (
        <Alert severity="warning" className={styles.banner}>
          You have logged in with a temporary password. Please choose your own now.
        </Alert>
      )}
      <PasswordForm />
      <SecondFactor />
      {!session?.mustChangePassword && <Sessions />}
    </>
  );
}
