import { toast } from '#web/lib/toast.ts';

/** Copies a text to the clipboard and shows a notice of success or failure. */
export async function copyText(text: string, copied: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.error('This browser does not allow copying. Please select the text and copy it yourself.');
  }
}
