import { useState } from 'react';
import { loginAdmin } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import { api } from '#web/lib/api.ts';
import { getDevice } from '#web/lib/device.ts';
import { usePlainForm } from '#web/lib/usePlainForm.ts';
import { PlainField } from '#web/ui/PlainField.tsx';
import { DialogForm } from './DialogForm.tsx';
import { logIn } from './log-in.ts';

/** Logs an administrator in again over the page in use, when the session has ended. */
export function AdminLoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = usePlainForm({
    initial: { email: '', password: '', code: '' },
    send: async (values) => {
      try {
        const answer = await api(loginAdmin, { body: { ...values, device: getDevice() } });
        logIn(answer);
        onLoggedIn();
      } catch (error) {
        if (error instanceof AppError && error.code === 'SECOND_FACTOR') setNeedsCode(true);
        throw error;
      }
    },
  });
  return (
    <DialogForm form={form} submitLabel="Login" busyLabel="Logging in…">
      <PlainField label="Email" {...form.field('email')} type="email" autoComplete="username" />
      <PlainField label="Password" {...form.field('password')} type="password" autoComplete="current-password" />
      {needsCode && (
        <PlainField
          label="Code from your authenticator app"
          {...form.field('code')}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      )}
    </DialogForm>
  );
}
