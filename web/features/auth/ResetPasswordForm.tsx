import { useRef } from 'react';
import { resetPassword } from '#shared/contracts/auth.ts';
import { plainDigits } from '#shared/digits.ts';
import { limits } from '#shared/limits.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { typedAs } from '#web/ui/forms/typed-text.ts';
import { DialogForm } from './DialogForm.tsx';

interface ResetPasswordFormProps {
  email: string;
  onReset: () => void;
  /** Goes back for another code or address. */
  onBack: () => void;
}

/** Second step to a new password: the code from the mail. The server validates the input. */
export function ResetPasswordForm({ email, onReset, onBack }: ResetPasswordFormProps) {
  const passkeys = useRef<HTMLInputElement>(null);
  const factor = useRef<HTMLInputElement>(null);
  const form = useForm(undefined, { otp: '', newPassword: '', confirmPassword: '' });
  return (
    <DialogForm
      form={form}
      send={form.send(async (values) => {
        const [removePasskeys, removeSecondFactor] = [passkeys, factor].map(({ current }) => current?.checked ?? false);
        const body = { email, ...values, removePasskeys, removeSecondFactor };
        const answer = await api(resetPassword, { body });
        toast.success(answer.message);
        onReset();
      })}
      submitLabel={t('Reset Password')}
      busyLabel={t('Saving…')}
      links={
        <button type="button" className="inline-flex items-center link-button min-h-touch" onClick={onBack}>
          {t('Send another code')}
        </button>
      }
    >
      <p className="text-muted m-0">
        <T>
          If <strong>{email}</strong> belongs to a member, a code is on its way. It is valid for {limits.otpMinutes}{' '}
          minutes.
        </T>
      </p>
      {/* Tells a password manager the account. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={t('OTP')}
        {...form.text('otp')}
        {...typedAs(plainDigits)}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
      />
      <TextField
        label={t('New Password')}
        {...form.text('newPassword')}
        type="password"
        autoComplete="new-password"
        hint={t(`At least ${limits.passwordMin} characters`)}
      />
      <TextField
        label={t('Confirm New Password')}
        {...form.text('confirmPassword')}
        type="password"
        autoComplete="new-password"
      />
      {/* Always there, so that they tell nothing of the account. */}
      <div>
        <label className="inline-flex items-center min-h-touch">
          <input type="checkbox" ref={passkeys} /> {t('Also remove my passkeys')}
        </label>
        <label className="inline-flex items-center min-h-touch">
          <input type="checkbox" ref={factor} /> {t('Somebody else turned on the second factor')}
        </label>
      </div>
    </DialogForm>
  );
}
