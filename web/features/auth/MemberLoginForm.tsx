import { Link } from 'react-router';
import { loginMember } from '#shared/contracts/auth.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { getDevice } from '#web/lib/device.ts';
import { usePlainForm } from '#web/lib/usePlainForm.ts';
import { PlainField } from '#web/ui/PlainField.tsx';
import { DialogForm } from './DialogForm.tsx';
import styles from './LoginDialog.module.css';
import { logIn } from './log-in.ts';

interface MemberLoginFormProps {
  email: string;
  onLoggedIn: (mustChangePassword: boolean) => void;
  onForgot: (email: string) => void;
  /** Absent: no way to the registration is offered. */
  onRegister?: () => void;
}

/** The one rule here, that both are filled in, does not need the schema's code. */
function missing(values: { email: string; password: string }): FieldErrors {
  const errors: FieldErrors = {};
  if (values.email.trim() === '') errors.email = messages.login.email;
  if (values.password === '') errors.password = messages.login.password;
  return errors;
}

export function MemberLoginForm({ email, onLoggedIn, onForgot, onRegister }: MemberLoginFormProps) {
  const form = usePlainForm({
    initial: { email, password: '' },
    validate: missing,
    send: async (values) => {
      const answer = await api(loginMember, { body: { ...values, device: getDevice() } });
      logIn(answer);
      onLoggedIn(answer.mustChangePassword);
    },
  });
  return (
    <DialogForm
      form={form}
      submitLabel="Login"
      busyLabel="Logging in…"
      links={
        <>
          <button type="button" className={styles.link} onClick={() => onForgot(form.read().email)}>
            Forgot password?
          </button>
          {onRegister && (
            <Link className={styles.link} to={paths.membership} onClick={onRegister}>
              Become a member
            </Link>
          )}
        </>
      }
    >
      <PlainField label="Email" {...form.field('email')} type="email" autoComplete="username" autoFocus />
      <PlainField label="Password" {...form.field('password')} type="password" autoComplete="current-password" />
    </DialogForm>
  );
}
