import { certificateFile } from '#shared/contracts/certificates.ts';
import { api } from '#web/lib/calls/api.ts';
import { useDownload } from '#web/lib/calls/useDownload.ts';
import { t } from '#web/lib/languages/text.ts';

interface CertificateProps {
  /** The participation's id. */
  id: string;
  number: string;
  /** A guest's link. */
  link?: string;
}

/** Downloads the person's own certificate of participation. */
export function Certificate({ id, number, link }: CertificateProps) {
  const { busy, download } = useDownload();
  return (
    <button
      type="button"
      className="button justify-self-start"
      disabled={busy !== undefined}
      onClick={() =>
        void download(`${number.replaceAll('/', '-')}.pdf`, () =>
          api(certificateFile, { params: { participationId: id } }, link === undefined ? {} : { link }),
        )
      }
    >
      {busy ? t('Fetching…') : t(`Certificate ${number}`)}
    </button>
  );
}
