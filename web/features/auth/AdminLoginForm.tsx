import { useState } from 'react';
import { loginAdmin } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import { api } from '#web/lib/api.ts';
import { beginSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { usePlainForm } from '#web/lib/usePlainForm.ts';
import { PlainField } from '#web/ui/PlainField.tsx';
import styles from './LoginDialog.module.css';

/** Logs an administrator in again over the page in use, when the session has ended. */
export function AdminLoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = usePlainForm({
    initial: { email: '', password: '', code: '' },
    send: async (values) => {
      try {
        const answer = await api(loginAdmin, { body: values });
        beginSession(answer.token, answer.mustChangePassword);
        toast.success(answer.message);
        onLoggedIn();
      } catch (error) {
        if (error instanceof AppError && error.code === 'SECOND_FACTOR') setNeedsCode(true);
        throw error;
      }
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
        {needsCode && (
          <PlainField
            label="Code from your authenticator app"
            name="code"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            value={form.values.code}
            onValue={(value) => form.set('code', value)}
            error={form.errors.code}
          />
        )}
        <p className={styles.failure} role="alert">
          {form.failure}
        </p>
        <button type="submit" className={`button ${styles.submit}`}>
          {form.busy ? 'Logging in…' : 'Login'}
        </button>
      </fieldset>
    </form>
  );
}
