import { confirmSession } from '#shared/contracts/sessions.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { showFailure } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { putOffPasskeyQuestion } from '#web/lib/login/passkeys.ts';
import { addOwnPasskey } from './passkey-ceremonies.ts';

/** The form, which had the focus, is gone. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

interface Props {
  /** Typed a moment ago, so that it need not be typed again. */
  password: string;
  onClose: () => void;
}

/** Asked once after a login by password, on a device that can. */
export function PasskeyQuestion({ password, onClose }: Props) {
  const { busy, run } = useSingleRun();
  const close = () => {
    putOffPasskeyQuestion();
    onClose();
  };
  const add = () =>
    run(async () => {
      try {
        await api(confirmSession, { body: { password } });
        const answer = await addOwnPasskey();
        if (!answer) return;
        toast.success(answer.message);
        onClose();
      } catch (error) {
        showFailure(error);
        close();
      }
    });
  return (
    <div className="grid gap-2">
      <h3 className="text-18 m-0">{t('Next time with your fingerprint?')}</h3>
      <p className="text-muted m-0">
        <T>
          This device can log you in by fingerprint, face or its own code, without the password. Nothing of your finger
          or face is sent.
        </T>
      </p>
      <button type="button" className="button w-full" disabled={busy} onClick={() => void add()} ref={focus}>
        {busy ? t('Adding…') : t('Yes, set it up')}
      </button>
      <button type="button" className="button-quiet w-full" disabled={busy} onClick={close}>
        {t('Not now')}
      </button>
    </div>
  );
}
