import { useState } from 'react';
import { secondFactorState } from '#shared/contracts/second-factor.ts';
import { confirmSession, confirmSessionSchema } from '#shared/contracts/sessions.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { PasskeyInstead } from '#web/features/passkeys/PasskeyInstead.tsx';
import { CodeField, OwnPasswordField } from '#web/features/second-factor/CodeField.tsx';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';

/**
 * Asks for the password, and for the second factor's code if it is on, before an important action. A native dialog, as it may
 * have to lie over another one.
 */
export function ConfirmIdentityDialog({ onClose }: { onClose: (confirmed: boolean) => void }) {
  const factor = useLoad(secondFactorState, {}).data;
  const [codeAsked, setCodeAsked] = useState(false);
  const form = useForm(checkedBy(confirmSessionSchema), { password: '', code: '' });
  const send = async (values: { password: string; code?: string | undefined }) => {
    try {
      await api(confirmSession, { body: values });
    } catch (error) {
      if (error instanceof AppError && error.code === 'WRONG_CODE') setCodeAsked(true);
      throw error;
    }
    onClose(true);
  };
  return (
    <ShortFormDialog
      small
      title={t('Is it you?')}
      submitLabel={t('Confirm')}
      form={form}
      send={send}
      onClose={() => onClose(false)}
    >
      <FormStack disabled={form.busy}>
        <p>
          <T>
            This concerns personal data, or the access to it, so please show again that it is you. You are then not
            asked for {limits.confirmedMinutes} minutes.
          </T>
        </p>
        <PasskeyInstead
          label={t('Use a passkey')}
          has={(factor?.passkeys ?? 0) > 0}
          autoFocus
          send={async (proof) => {
            await api(confirmSession, { body: proof });
            onClose(true);
          }}
        />
        <OwnPasswordField control={form.control} name="password" />
        {(factor?.enabled || codeAsked) && <CodeField control={form.control} name="code" />}
      </FormStack>
    </ShortFormDialog>
  );
}
