import { Link } from 'react-router';
import { loginMember } from '#shared/contracts/auth.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { beginSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { usePlainForm } from '#web/lib/usePlainForm.ts';
import { paths } from '#web/paths.ts';
import { PlainField } from '#web/ui/PlainField.tsx';
import styles from './LoginDialog.module.css';

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
      const answer = await api(loginMember, { body: values });
      beginSession(answer.token, answer.mustChangePassword);
      toast.success(answer.message);
      onLoggedIn(answer.mustChangePassword);
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <fieldset className={styles.fields} disabled={form.busy}>
        <PlainField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          value={form.values.email}
          onValue={(value) => form.set('email', value)}
          error={form.errors.email}
        />
        <PlainField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={form.values.password}
          onValue={(value) => form.set('password', value)}
          error={form.errors.password}
        />
        <p className={styles.failure} role="alert">
          {form.failure}
        </p>
        <button type="submit" className={`button ${styles.submit}`}>
          {form.busy ? 'Logging in…' : 'Login'}
        </button>
        <div className={styles.links}>
          <button type="button" className={styles.link} onClick={() => onForgot(form.values.email)}>
            Forgot password?
          </button>
          {onRegister && (
            <Link className={styles.link} to={paths.membership} onClick={onRegister}>
              Become a member
            </Link>
          )}
        </div>
      </fieldset>
    </form>
  );
}
