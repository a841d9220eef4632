import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { loginAdmin, loginMember } from '#shared/contracts/auth.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { messages } from '#shared/messages.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { t } from '#web/lib/languages/text.ts';
import { getDevice, keepDevice } from '#web/lib/login/device.ts';
import { askForEmail } from '#web/lib/login/email-question.ts';
import { putOffPasskeyQuestion, wantsPasskeyQuestion } from '#web/lib/login/passkeys.ts';
import { beginSession, type Role } from '#web/lib/login/session.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { DialogForm } from './DialogForm.tsx';
import { usePasskeyLogin } from './usePasskeyLogin.ts';

/** Starts the session after a successful login: every call from now on carries the token. */
function logIn(answer: {
  token: string;
  device: string;
  message: string;
  mustChangePassword: boolean;
  askEmail?: true | undefined;
}): void {
  keepDevice(answer.device);
  // A temporary password must be changed first.
  askForEmail(answer.askEmail === true && !answer.mustChangePassword);
  beginSession(answer.token, answer.mustChangePassword);
  toast.success(answer.message);
}

const PasskeyQuestion = lazyPart(() => import('./PasskeyQuestion.tsx'), 'PasskeyQuestion');

interface Answer {
  mustChangePassword: boolean;
  /** A member's. */
  language?: Language | undefined;
  mustSetUpSecondFactor?: true | undefined;
  mustUsePasskey?: true | undefined;
}

interface LoginFormProps {
  area: Role;
  email: string;
  onLoggedIn: (answer: Answer) => void;
  /** Somebody who has logged in is asked something: what closes it, and goes on. */
  onQuestion?: (close: () => void) => void;
  /** Links, which may use the typed e-mail address. */
  links?: (email: () => string) => ReactNode;
  submitLabel?: string;
  /** Further fields. */
  children?: ReactNode;
}

/** Checks that both fields are filled in, without loading a schema. */
function missing(values: { email: string; password: string }, area: Role): FieldErrors {
  const isMember = area === 'member';
  const errors: FieldErrors = {};
  if (values.email.trim() === '') errors.email = isMember ? messages.login.email : messages.adminLogin.email;
  if (values.password === '') errors.password = isMember ? messages.login.password : messages.adminLogin.password;
  return errors;
}

/** E-mail and password; the code of the second factor only if the server asks for it. */
export function LoginForm({
  area,
  email,
  onLoggedIn,
  onQuestion,
  links,
  submitLabel = t('Login'),
  children,
}: LoginFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const [question, setQuestion] = useState<{ answer: Answer; password: string }>();
  const form = useForm((values) => missing(values, area), { email, password: '', code: '' });
  const { busy, control } = form;
  const send = form.send(async (values) => {
    const body = { ...values, device: getDevice() };
    try {
      const answer: Awaited<ReturnType<typeof api<typeof loginAdmin>>> = await (area === 'member'
        ? api(loginMember, { body })
        : api(loginAdmin, { body }));
      logIn(answer);
      const { mustChangePassword, mustSetUpSecondFactor, mustUsePasskey } = answer;
      // A code cannot be used twice, and to add a passkey would take another one.
      const isFree = !needsCode && !mustChangePassword && !mustSetUpSecondFactor && !mustUsePasskey;
      if (isFree && (await wantsPasskeyQuestion())) {
        setQuestion({ answer, password: values.password });
        onQuestion?.(() => {
          putOffPasskeyQuestion();
          onLoggedIn(answer);
        });
      } else onLoggedIn(answer);
    } catch (error) {
      if (needsCode || !(error instanceof AppError && error.code === 'SECOND_FACTOR')) throw error;
      setNeedsCode(true);
    }
  });
  const passkey = usePasskeyLogin(area, (answer) => {
    logIn(answer);
    onLoggedIn(answer);
  });
  useEffect(() => {
    // The form cannot take the focus while it is being sent.
    if (needsCode && !busy) control.fieldOf('code')?.focus();
  }, [needsCode, busy, control]);
  if (question) {
    return (
      <Suspense fallback={null}>
        <PasskeyQuestion password={question.password} onClose={() => onLoggedIn(question.answer)} />
      </Suspense>
    );
  }
  return (
    <DialogForm
      send={send}
      form={passkey.refused ? { ...form, failure: passkey.refused } : form}
      submitLabel={submitLabel}
      busyLabel={t('Logging in…')}
      other={
        passkey.isPossible && (
          <button type="button" className="button-quiet w-full" onClick={passkey.use}>
            {t('Log in with a passkey')}
          </button>
        )
      }
      links={links?.(() => control.inDocument.read().email)}
    >
      <TextField
        label={t('Email')}
        {...form.text('email')}
        type="email"
        autoComplete="username webauthn"
        autoFocus
        onFocus={passkey.offer}
      />
      <TextField label={t('Password')} {...form.text('password')} type="password" autoComplete="current-password" />
      {needsCode && (
        <TextField
          label={t('Code')}
          {...form.text('code')}
          autoComplete="one-time-code"
          hint={t('From your authenticator app, or a recovery code')}
        />
      )}
      {children}
    </DialogForm>
  );
}
