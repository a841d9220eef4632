import type { ComponentProps } from 'react';
import type { DownloadedFile } from '#web/lib/calls/api.ts';
import { useDownload } from '#web/lib/calls/useDownload.ts';
import { Button } from './Button.tsx';
import { DownloadIcon } from './icons.tsx';

interface Props extends Pick<ComponentProps<typeof Button>, 'look' | 'small' | 'disabled' | 'children'> {
  /** The file's name, if the server gives none. */
  name: string;
  load: () => Promise<DownloadedFile>;
}

/** Fetches a file with the token and hands it to the browser's downloads; a failure comes as a toast. */
export function DownloadButton({ name, load, look = 'outlined', children, ...button }: Props) {
  const { busy, download } = useDownload();
  return (
    <Button {...button} look={look} busy={busy !== undefined} onClick={() => void download(name, load)}>
      <DownloadIcon />
      {children}
    </Button>
  );
}
