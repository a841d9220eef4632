import { useState } from 'react';
import { renewRecoveryCodes } from '#shared/contracts/second-factor.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { t } from '#web/lib/languages/text.ts';
import { PasswordAndCodeDialog } from './PasswordAndCodeDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** Asks before new codes are made, and shows them: they are here only once, so that the whole dialog is loaded before. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <PasswordAndCodeDialog
      title={t('Make new recovery codes?')}
      text={t('You get ten new ones. All earlier recovery codes stop working.')}
      submitLabel={t('Make new codes')}
      send={async (given) => {
        const { message, recoveryCodes } = await api(renewRecoveryCodes, { body: given });
        toast.success(message);
        setCodes(recoveryCodes);
      }}
      onClose={onClose}
    />
  );
}
