import { useState } from 'react';
import {
  beginSecondFactor,
  confirmSecondFactor,
  firstCodeSchema,
  ownPasswordSchema,
} from '#shared/contracts/second-factor.ts';
import { PasskeyInstead, type PasskeyProof } from '#web/features/passkeys/PasskeyInstead.tsx';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { copyText } from '#web/ui/page/CopyButton.tsx';
import { QrCode } from '#web/ui/page/QrCode.tsx';
import { OwnPasswordField } from './CodeField.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import styles from './SecondFactor.module.css';

const title = msg('Turn the second factor on');

interface Secret {
  secret: string;
  uri: string;
}

/** Turns on the second factor: the password, then the app's QR code and a first code, then the recovery codes. */
export function TurnOnDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  if (secret) return <ConfirmStep secret={secret} onClose={onClose} onConfirmed={setCodes} />;
  return <PasswordStep onClose={onClose} onBegun={setSecret} />;
}

function PasswordStep({ onClose, onBegun }: { onClose: () => void; onBegun: (secret: Secret) => void }) {
  const form = useForm(checkedBy(ownPasswordSchema), { password: '' });
  const send = async (values: { password: string } | PasskeyProof) => {
    const { secret, uri } = await api(beginSecondFactor, { body: values });
    onBegun({ secret, uri });
  };
  return (
    <ShortFormDialog title={t(title)} submitLabel={t('Continue')} form={form} send={send} onClose={onClose}>
      <FormStack disabled={form.busy}>
        <p>{t('Please enter your password first.')}</p>
        <PasskeyInstead send={send} onFailure={form.showFailure} />
        <OwnPasswordField control={form.control} name="password" />
      </FormStack>
    </ShortFormDialog>
  );
}

function ConfirmStep(props: { secret: Secret; onClose: () => void; onConfirmed: (codes: string[]) => void }) {
  const { secret, onClose, onConfirmed } = props;
  const form = useForm(checkedBy(firstCodeSchema), { code: '' });
  const send = async (values: { code: string }) => {
    const { message, recoveryCodes } = await api(confirmSecondFactor, { body: values });
    toast.success(message);
    onConfirmed(recoveryCodes);
  };
  return (
    <ShortFormDialog title={t(title)} submitLabel={t('Turn on')} form={form} send={send} onClose={onClose}>
      <div className="grid gap-3">
        <ol className="list">
          <li>
            <T>Open an authenticator app on your phone, such as Aegis, Google or Microsoft Authenticator.</T>
          </li>
          <li>{t('Scan this code with it, or copy the key into it.')}</li>
          <li>{t('Enter the six digits that the app shows.')}</li>
        </ol>
        <QrCode
          text={secret.uri}
          label={t('QR code for the authenticator app')}
          className={`block border rounded ${styles.qr}`}
        />
        {/* A phone cannot scan its own screen. */}
        <div className="hidden-from-md">
          <a href={secret.uri} className={buttonLook('outlined')}>
            {t('Open the app on this phone')}
          </a>
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <span>{t('Key:')}</span>
          <code className="border rounded break-anywhere p-1">{inGroups(secret.secret)}</code>
          <Button small look="outlined" onClick={() => void copyText(secret.secret, t('The key has been copied'))}>
            {t('Copy the key')}
          </Button>
        </div>
        <Field
          control={form.control}
          name="code"
          label={t('Code from the App')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
        />
      </div>
    </ShortFormDialog>
  );
}

/** In groups of four, for reading and typing. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
