import { toast } from '#web/lib/toast.ts';

/** Puts a text on the clipboard and says so; where the browser refuses, it says that too. */
export async function copyText(text: string, copied: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.error('This browser does not allow copying. Please select the text and copy it yourself.');
  }
}
