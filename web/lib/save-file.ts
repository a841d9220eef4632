import type { DownloadedFile } from '#web/lib/api.ts';

/** Hands a fetched file to the browser's downloads. */
export function saveFile(file: Pick<DownloadedFile, 'blob' | 'name'>, fallbackName: string) {
  const address = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name || fallbackName;
  link.click();
  // The click only starts the download, which needs the address for a moment.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
