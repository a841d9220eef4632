import { useState } from 'react';
import { downloadOwnData, type OwnRecord, requestErasure } from '#shared/contracts/members.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { href } from '#web/lib/text.ts';
import { useAttempt } from '#web/lib/useAttempt.ts';
import { useDownload } from '#web/lib/useDownload.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';

/** The member's personal data: download, request for erasure, and consents. */
export function MyData({ record, onChanged }: { record: OwnRecord; onChanged: () => void }) {
  const { busy: preparing, download } = useDownload();
  const { busy: asking, attempt } = useAttempt();
  const [question, setQuestion] = useState(false);
  const busy = asking || preparing !== undefined;
  const erase = async (withdraw: boolean) => {
    if (await attempt(() => api(requestErasure, { body: { withdraw } }))) onChanged();
  };

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
          disabled={busy}
          onClick={() => void download('my-data.zip', () => api(downloadOwnData))}
        >
          {preparing ? 'Preparing the archive…' : 'Download my data'}
        </Button>
        {record.erasureRequestedAt ? (
          <Button look="outlined" disabled={busy} onClick={() => erase(true)}>
            Withdraw the request
          </Button>
        ) : (
          <Button look="outlined" danger disabled={busy} onClick={() => setQuestion(true)}>
            Ask for erasure
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={question}
        title="Ask for erasure of your data?"
        confirmLabel="Ask for erasure"
        danger
        onConfirm={() => erase(false)}
        onClose={() => setQuestion(false)}
      >
        Your request will be sent to the office. Once it has been carried out, your membership ends and you can no
        longer log in.
      </ConfirmDialog>
    </section>
  );
}
