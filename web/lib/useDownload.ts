import { useState } from 'react';
import type { DownloadedFile } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';

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
