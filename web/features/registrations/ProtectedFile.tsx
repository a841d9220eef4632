import Download from '@mui/icons-material/Download';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Button from '@mui/material/Button';
import { useEffect, useId, useState } from 'react';
import { memberDocument, memberScreenshot } from '#shared/contracts/members.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { TryAgain } from '#web/ui/TryAgain.tsx';
import styles from './ProtectedFile.module.css';
import { ZoomableImage } from './ZoomableImage.tsx';

const files = { screenshot: memberScreenshot, document: memberDocument } as const;
/** What every browser shows; all else is handed over as a file. */
const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

interface Props {
  kind: keyof typeof files;
  memberId: string;
  title: string;
  /** Whether there is such a file. */
  present: boolean;
  emptyText: string;
  /** Another version is another file. */
  version: number;
}

/** A file that only a token opens: fetched with it, and shown from memory. */
export function ProtectedFile({ kind, memberId, title, present, emptyText, version }: Props) {
  const id = useId();
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {present ? (
        <Fetched key={`${memberId} ${version}`} kind={kind} memberId={memberId} title={title} />
      ) : (
        <p className={styles.empty}>{emptyText}</p>
      )}
    </section>
  );
}

function Fetched({ kind, memberId, title }: Pick<Props, 'kind' | 'memberId' | 'title'>) {
  const { data, failed, loading, reload } = useLoad(files[kind], { params: { id: memberId } });
  const address = useAddress(data?.blob);
  const [unreadable, setUnreadable] = useState(false);

  if (failed && !loading) return <TryAgain onClick={reload} text="The file could not be loaded." />;
  if (!data || !address) return <Loading label="Loading the file" />;
  const picture = pictures.includes(data.blob.type) && !unreadable;
  const pdf = data.blob.type === 'application/pdf';
  return (
    <>
      {picture && <ZoomableImage src={address} alt={title} onUnreadable={() => setUnreadable(true)} />}
      {pdf && navigator.pdfViewerEnabled && <iframe className={styles.pdf} src={address} title={title} />}
      {!picture && !pdf && (
        <p className={styles.empty}>
          This kind of file cannot be shown here. Please download it and open it with care.
        </p>
      )}
      <div className={styles.buttons}>
        {(picture || pdf) && (
          <Button
            size="small"
            variant="outlined"
            component="a"
            href={address}
            target="_blank"
            rel="noreferrer"
            startIcon={<OpenInNew />}
          >
            Open in a new tab
          </Button>
        )}
        <Button
          size="small"
          variant="outlined"
          component="a"
          href={address}
          download={data.name || title}
          startIcon={<Download />}
        >
          Download
        </Button>
      </div>
    </>
  );
}

/** An address for bytes in memory, given back when they are no longer shown. */
function useAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
