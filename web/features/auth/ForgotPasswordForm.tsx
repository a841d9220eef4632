import { sendOtp } from '#shared/contracts/auth.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { DialogForm } from './DialogForm.tsx';

interface ForgotPasswordFormProps {
  email: string;
  onSent: (email: string) => void;
  onBack: () => void;
}

/** First step to a new password: a one-time code by mail. The server validates the input. */
export function ForgotPasswordForm({ email, onSent, onBack }: ForgotPasswordFormProps) {
  const form = useForm(undefined, { email });
  return (
    <DialogForm
      form={form}
      send={form.send(async (values) => {
        const answer = await api(sendOtp, { body: values });
        toast.success(answer.message);
        onSent(values.email);
      })}
      submitLabel={t('Send OTP')}
      busyLabel={t('Sending…')}
      links={
        <button type="button" className="inline-flex items-center link-button min-h-touch" onClick={onBack}>
          {t('Back to login')}
        </button>
      }
    >
      <p className="text-muted m-0">
        <T>We will send a one-time code to the e-mail address you registered with.</T>
      </p>
      <TextField label={t('Registered Email')} {...form.text('email')} type="email" autoComplete="username" autoFocus />
    </DialogForm>
  );
}
