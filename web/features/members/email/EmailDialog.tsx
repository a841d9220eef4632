import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { askEmail, type OwnRecord } from '#shared/contracts/members.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { DialogForm } from '#web/features/auth/DialogForm.tsx';
import styles from '#web/features/auth/LoginDialog.module.css';
import { askForPasskey, useHasPasskey } from '#web/features/passkeys/PasskeyInstead.tsx';
import { api } from '#web/lib/calls/api.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { bouncedText } from './bounced-text.ts';

interface Props {
  record: Pick<OwnRecord, 'email' | 'emailBounced'>;
  /** The cancel button's text. */
  closeLabel: string;
  onClose: () => void;
}

/** Changes a member's e-mail address. Also shown on public pages, so without the component library. */
export function EmailDialog({ record, closeLabel, onClose }: Props) {
  const [sent, setSent] = useState('');
  const { email, emailBounced } = record;
  const hasPasskey = useHasPasskey();
  const byPasskey = useRef(false);
  const form = useForm(
    (values) => {
      const errors = missing(values, byPasskey.current);
      if (Object.keys(errors).length > 0) byPasskey.current = false;
      return errors;
    },
    { email: '', password: '' },
  );
  const send = form.send(async ({ email: newEmail, password }) => {
    const isByPasskey = byPasskey.current;
    byPasskey.current = false;
    const proof = isByPasskey ? await askForPasskey() : { password };
    if (proof) setSent((await api(askEmail, { body: { email: newEmail, ...proof } })).message);
  });
  return createPortal(
    <Dialog
      className={`dialog ${styles.dialog}`}
      aria-labelledby="email-title"
      onClose={onClose}
      show={(element) => {
        element.showModal();
        element.querySelector('input')?.focus();
      }}
    >
      <div className={`${styles.content} relative`}>
        <h2 id="email-title" className={styles.title}>
          {emailBounced ? t('Which e-mail address works?') : t('Change your e-mail address')}
        </h2>
        {sent ? (
          <div className="grid gap-2">
            <p className="border-l-saffron px-2 py-12px bg-paper" role="status">
              {sent}
            </p>
            <p className="text-muted m-0">
              <T>Until you have opened the link, your e-mail address stays {email}.</T>
            </p>
            <button type="button" className="button" onClick={onClose}>
              {t('Close')}
            </button>
          </div>
        ) : (
          <>
            <p className="border-l-saffron px-2 py-12px bg-paper">
              {emailBounced
                ? t(
                    `Our mails to ${email} ${bouncedText(emailBounced)}. Please tell us an address at which they reach you.`,
                  )
                : t(`Our mails go to ${email}, with which you also log in.`)}
            </p>
            <DialogForm
              form={form}
              send={send}
              submitLabel={t('Send me the link')}
              busyLabel={t('Sending…')}
              other={
                hasPasskey && (
                  <button
                    type="button"
                    className="button-quiet w-full"
                    onClick={() => {
                      byPasskey.current = true;
                      form.control.element?.requestSubmit();
                    }}
                  >
                    {t('Use a passkey instead')}
                  </button>
                )
              }
              links={
                <button type="button" className="inline-flex items-center link-button min-h-touch" onClick={onClose}>
                  {closeLabel}
                </button>
              }
            >
              <TextField label={t('New e-mail')} {...form.text('email')} type="email" autoComplete="email" autoFocus />
              <TextField
                label={t('Password')}
                {...form.text('password')}
                type="password"
                autoComplete="current-password"
                hint={t('So that nobody else can do this')}
              />
            </DialogForm>
          </>
        )}
      </div>
    </Dialog>,
    document.body,
  );
}

function missing(values: { email: string; password: string }, isProven: boolean): FieldErrors {
  return {
    ...(values.email.trim() === '' && { email: messages.adminLogin.email }),
    ...(!isProven && values.password === '' && { password: messages.login.password }),
  };
}
