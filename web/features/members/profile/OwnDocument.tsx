import { useState } from 'react';
import { memberDocument } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';

/** The member's stored ID card, fetched with the token. */
export function OwnDocument({ id }: { id: string }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await api(memberDocument, { params: { id } }), 'id-card');
    } catch (error) {
      toast.error(error instanceof AppError ? error.message : messages.general.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="outlined" small onClick={download} disabled={busy}>
      {busy ? 'Fetching…' : 'Download the stored file'}
    </Button>
  );
}
