import { useEffect, useState } from 'react';
import { adminLoginSchema, loginAdmin } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import { logIn } from '#web/features/auth/log-in.ts';
import { CodeField } from '#web/features/second-factor/CodeField.tsx';
import { api } from '#web/lib/api.ts';
import { getDevice } from '#web/lib/device.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TickBox } from '#web/ui/TickBox.tsx';
import styles from './LoginForm.module.css';

interface Props {
  onLoggedIn: (answer: { mustChangePassword: boolean; mustSetUpSecondFactor?: true | undefined }) => void;
}

/** An administrator's e-mail and password; the code of the second factor only if the server asks for it. */
export function LoginForm({ onLoggedIn }: Props) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useSchemaForm(adminLoginSchema, { email: '', password: '', code: '' });
  const { control, formState, setFocus } = form;
  const busy = formState.isSubmitting;

  useEffect(() => {
    // The form cannot take the focus while it is being sent.
    if (needsCode && !busy) setFocus('code');
  }, [needsCode, busy, setFocus]);

  const submit = form.send(async (values) => {
    try {
      const answer = await api(loginAdmin, { body: { ...values, device: getDevice() } });
      logIn(answer);
      onLoggedIn(answer);
    } catch (error) {
      const firstAsked = error instanceof AppError && error.code === 'SECOND_FACTOR' && !needsCode;
      if (!firstAsked) throw error;
      setNeedsCode(true);
    }
  });

  return (
    <form noValidate onSubmit={submit} aria-label="Administrator login">
      <fieldset className={styles.fields} disabled={busy}>
        <Field control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
        <PasswordField control={control} name="password" label="Password" autoComplete="current-password" />
        {needsCode && <CodeField control={control} name="code" />}
        <TickBox name="terms">I agree to terms & conditions</TickBox>
        <Button type="submit" busy={busy}>
          Login in
        </Button>
      </fieldset>
    </form>
  );
}
