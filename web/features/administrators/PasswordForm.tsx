import { useEffect, useState } from 'react';
import { changeAdminPassword, changeAdminPasswordSchema } from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { PasskeyInstead, type PasskeyProof } from '#web/features/passkeys/PasskeyInstead.tsx';
import { api } from '#web/lib/api.ts';
import { passwordChanged } from '#web/lib/session.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };
type Outcome = { tone: 'success' | 'error'; text: string };

/** Changes the administrator's own password; the result is an alert above the fields. */
export function PasswordForm() {
  const form = useSchemaForm(changeAdminPasswordSchema, empty);
  const [outcome, setOutcome] = useState<Outcome>();
  const { control, formState, handleSubmit, reset, setError, subscribe } = form;
  const busy = formState.isSubmitting;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name) setOutcome(undefined);
        },
      }),
    [subscribe],
  );

  const change = async (values: typeof empty | (Omit<typeof empty, 'oldPassword'> & PasskeyProof)) => {
    setOutcome(undefined);
    const { message } = await api(changeAdminPassword, { body: values });
    passwordChanged();
    reset(empty);
    setOutcome({ tone: 'success', text: message || messages.password.adminChanged });
  };
  const showFailure = (error: unknown) => {
    if (!(error instanceof AppError)) console.error(error);
    setOutcome({ tone: 'error', text: failureOf(error) });
    if (!(error instanceof AppError)) return;
    for (const [name, message] of Object.entries(error.fields ?? {})) {
      if (name in empty) setError(name as keyof typeof empty, { type: 'server', message });
    }
  };
  const submit = handleSubmit((values) => change(values).catch(showFailure));

  return (
    <form className="grid gap-3 max-w-480" noValidate onSubmit={submit} aria-label="Change password">
      {outcome && <Note tone={outcome.tone}>{outcome.text}</Note>}
      <fieldset className="grid gap-3" disabled={busy}>
        <PasswordField
          control={control}
          name="oldPassword"
          label="Current Password"
          required
          autoComplete="current-password"
        />
        <PasswordField
          control={control}
          name="newPassword"
          label="New Password"
          required
          autoComplete="new-password"
          hint={`At least ${limits.passwordMin} characters`}
        />
        <PasswordField
          control={control}
          name="confirmPassword"
          label="Confirm Password"
          required
          autoComplete="new-password"
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            Update
          </Button>
          <PasskeyInstead
            label="Update with a passkey"
            isReady={() => form.trigger(['newPassword', 'confirmPassword'])}
            send={(proof) => {
              const { newPassword, confirmPassword } = form.getValues();
              return change({ newPassword, confirmPassword, ...proof });
            }}
            onFailure={showFailure}
          />
        </div>
      </fieldset>
    </form>
  );
}

/** The server's message, unless it is of no use to the person. */
function failureOf(error: unknown): string {
  const isHelpful = error instanceof AppError && error.code !== 'INTERNAL' && error.code !== 'UNAVAILABLE';
  return isHelpful ? error.message : messages.password.adminServerError;
}
