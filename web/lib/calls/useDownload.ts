import { useState } from 'react';
import type { DownloadedFile } from '#web/lib/calls/api.ts';
import { showFailure } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';

/** The name the server gave a file; '' without one. */
export function fileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Falls through to the plain form.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
}

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, disposition }: Pick<DownloadedFile, 'blob'> & Partial<DownloadedFile>, name: string) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = (disposition && fileName(disposition)) || name;
  link.click();
  // The click only starts the download, which needs the address for a moment.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Fetches a file with the token and hands it to the browser's downloads, one at a time; a failure comes as a toast.
 * `busy` is the name of the one in progress.
 */
export function useDownload() {
  const { run } = useSingleRun();
  const [busy, setBusy] = useState<string>();
  /** @param name identifies the download; also the file's name if the server gives none */
  const download = (name: string, fetchFile: () => Promise<DownloadedFile>) =>
    run(async () => {
      setBusy(name);
      try {
        saveFile(await fetchFile(), name);
      } catch (error) {
        showFailure(error);
      } finally {
        setBusy(undefined);
      }
    });
  return { busy, download };
}
