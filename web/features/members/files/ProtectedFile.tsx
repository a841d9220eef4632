import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { useBlobAddress } from '#web/lib/browser/useBlobAddress.ts';
import type { DownloadedFile } from '#web/lib/calls/api.ts';
import { fileName } from '#web/lib/calls/useDownload.ts';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { DownloadIcon, OpenInNewIcon } from '#web/ui/page/icons.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import styles from './ProtectedFile.module.css';
import type { FileKind, RecordFiles } from './record-files.ts';
import { ZoomableImage, type ZoomKeys } from './ZoomableImage.tsx';

/** The types that every browser shows; others are downloaded. */
const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

interface Props {
  kind: FileKind;
  files: RecordFiles;
  memberId: string;
  title: string;
  /** Whether the file exists. */
  present: boolean;
  emptyText: string;
  /** A new version of the record may have another file. */
  version: number;
  keys: ZoomKeys;
  /** The content between the title and the file, for comparison. */
  children?: ReactNode;
}

/** A file that needs a token: fetched with it, and shown from memory. */
export function ProtectedFile({ title, present, emptyText, children, ...file }: Props) {
  const id = useId();
  return (
    <section className={`flex flex-col min-w-0 ${styles.box}`} aria-labelledby={id}>
      <h3 id={id} className="text-18 mb-1 pb-6px border-b">
        {title}
      </h3>
      {children}
      {present ? (
        <Fetched key={`${file.memberId} ${file.version}`} title={title} {...file} />
      ) : (
        <p className={`text-muted m-0 text-center ${styles.empty} rounded`}>{emptyText}</p>
      )}
    </section>
  );
}

function Fetched({ kind, files, memberId, version, title, keys }: Omit<Props, 'present' | 'emptyText' | 'children'>) {
  const { file, failed, again } = useFile(files, kind, memberId, version);
  const address = useBlobAddress(file?.blob);
  const [unreadable, setUnreadable] = useState(false);

  if (failed?.code === 'WRONG_STATE')
    return <p className={`text-muted m-0 text-center ${styles.empty} rounded`}>{failed.message}</p>;
  if (failed) return <TryAgain onClick={again} text="The file could not be loaded." />;
  if (!file || !address) return <Loading label="Loading the file" />;
  const picture = pictures.includes(file.blob.type) && !unreadable;
  const pdf = file.blob.type === 'application/pdf' && navigator.pdfViewerEnabled;
  const links = (
    <>
      {(picture || pdf) && (
        <a
          className={buttonLook('icon')}
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open in a new tab: ${title}`}
          title="Open in a new tab"
        >
          <OpenInNewIcon />
        </a>
      )}
      <a
        className={buttonLook('icon')}
        href={address}
        download={fileName(file.disposition) || title}
        aria-label={`Download: ${title}`}
        title="Download"
      >
        <DownloadIcon />
      </a>
    </>
  );
  const mark = (
    <p className="text-muted text-14 m-0 mb-1">
      {file.scan === 'clean' ? 'Scanned: no malware found' : 'Not scanned for malware'}
    </p>
  );
  if (picture) {
    return (
      <>
        {mark}
        <ZoomableImage src={address} alt={title} keys={keys} onUnreadable={() => setUnreadable(true)}>
          {links}
        </ZoomableImage>
      </>
    );
  }
  return (
    <>
      {mark}
      {pdf ? (
        <iframe className={`w-full grow border rounded ${styles.pdf}`} src={address} title={title} />
      ) : (
        <p className={`text-muted m-0 text-center ${styles.empty} rounded`}>
          This kind of file cannot be shown here. Please download it and open it with care.
        </p>
      )}
      <div className="flex justify-center">{links}</div>
    </>
  );
}

function useFile(files: RecordFiles, kind: FileKind, memberId: string, version: number) {
  const [file, setFile] = useState<DownloadedFile>();
  const [failed, setFailed] = useState<AppError>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a reload
  useEffect(() => {
    let isCurrent = true;
    setFailed(undefined);
    files.load(kind, memberId, version).then(
      (loaded) => isCurrent && setFile(loaded),
      (error) =>
        isCurrent && setFailed(error instanceof AppError ? error : new AppError('INTERNAL', messages.general.failed)),
    );
    return () => {
      isCurrent = false;
    };
  }, [files, kind, memberId, version, round]);
  return { file, failed, again: useCallback(() => setRound((count) => count + 1), []) };
}
