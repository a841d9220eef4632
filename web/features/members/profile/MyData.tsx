import { useState } from 'react';
import { downloadOwnData, type OwnRecord, requestErasure } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { href } from '#web/lib/text.ts';
import { toast } from '#web/lib/toast.ts';
import { saveFile } from '#web/lib/useDownload.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';

/** The member's personal data: download, request for erasure, and consents. */
export function MyData({ record, onChanged }: { record: OwnRecord; onChanged: () => void }) {
  const [busy, setBusy] = useState<'download' | 'erasure'>();
  const [asking, setAsking] = useState(false);
  const attempt = async (what: 'download' | 'erasure', work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      toast.error(error instanceof AppError ? error.message : messages.general.failed);
    } finally {
      setBusy(undefined);
    }
  };
  const erase = (withdraw: boolean) =>
    attempt('erasure', async () => {
      const { message } = await api(requestErasure, { body: { withdraw } });
      toast.success(message);
      onChanged();
    });

  return (
    <section className="grid gap-1" aria-labelledby="my-data">
      <h2 id="my-data" className="text-22 pb-6px border-b mb-1">
        My data
      </h2>
      <p className="text-muted measure m-0">
        You accepted the <a href={href(paths.termsConditions)}>Terms and Conditions</a> and the{' '}
        <a href={href(paths.privacyPolicy)}>Privacy Policy</a> (version {record.consent.version}) on{' '}
        {formatDate(record.consent.at)}.{record.consent.givenTo === 'office' && ' You did so through the office.'}
      </p>
      {record.erasureRequestedAt && (
        <p className="text-muted measure m-0" role="status">
          You asked for erasure of your data on {formatDate(record.erasureRequestedAt)}. The office will reply within
          one month.
        </p>
      )}
      <div className="flex flex-wrap gap-2 mt-1">
        <Button
          look="outlined"
          disabled={busy !== undefined}
          onClick={() => attempt('download', async () => saveFile(await api(downloadOwnData), 'my-data.zip'))}
        >
          {busy === 'download' ? 'Preparing the archive…' : 'Download my data'}
        </Button>
        {record.erasureRequestedAt ? (
          <Button look="outlined" disabled={busy !== undefined} onClick={() => erase(true)}>
            Withdraw the request
          </Button>
        ) : (
          <Button look="outlined" danger disabled={busy !== undefined} onClick={() => setAsking(true)}>
            Ask for erasure
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Ask for erasure of your data?"
        confirmLabel="Ask for erasure"
        danger
        onConfirm={() => erase(false)}
        onClose={() => setAsking(false)}
      >
        Your request will be sent to the office. Once it has been carried out, your membership ends and you can no
        longer log in.
      </ConfirmDialog>
    </section>
  );
}
