import { useState } from 'react';
import { downloadOwnData, type OwnRecord, requestErasure } from '#shared/contracts/members.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useDownload } from '#web/lib/calls/useDownload.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { href, t } from '#web/lib/languages/text.ts';
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
        {t('My data')}
      </h2>
      <p className="text-muted measure m-0">
        <T>
          You accepted the <a href={href(paths.termsConditions)}>{t('Terms and Conditions')}</a> and the{' '}
          <a href={href(paths.privacyPolicy)}>{t('Privacy Policy')}</a> (version {record.consent.version}) on{' '}
          {formatDate(record.consent.at)}.
        </T>
        {record.consent.givenTo === 'office' && ` ${t('You did so through the office.')}`}
      </p>
      {record.erasureRequestedAt && (
        <p className="text-muted measure m-0" role="status">
          <T>
            You asked for erasure of your data on {formatDate(record.erasureRequestedAt)}. The office will reply within
            one month.
          </T>
        </p>
      )}
      <div className="flex flex-wrap gap-2 mt-1">
        <Button
          look="outlined"
          disabled={busy}
          onClick={() => void download('my-data.zip', () => api(downloadOwnData))}
        >
          {preparing ? t('Preparing the archive…') : t('Download my data')}
        </Button>
        {record.erasureRequestedAt ? (
          <Button look="outlined" disabled={busy} onClick={() => erase(true)}>
            {t('Withdraw the request')}
          </Button>
        ) : (
          <Button look="outlined" danger disabled={busy} onClick={() => setQuestion(true)}>
            {t('Ask for erasure')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={question}
        title={t('Ask for erasure of your data?')}
        confirmLabel={t('Ask for erasure')}
        danger
        onConfirm={() => erase(false)}
        onClose={() => setQuestion(false)}
      >
        <T>
          Your request will be sent to the office. Once it has been carried out, your membership ends and you can no
          longer log in.
        </T>
      </ConfirmDialog>
    </section>
  );
}
