import { toast } from '#web/lib/browser/toast.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button } from './Button.tsx';
import styles from './CopyButton.module.css';
import { CopyIcon } from './icons.tsx';

/** Copies a text to the clipboard and shows a notice of success or failure. */
export async function copyText(text: string, copied: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.error(t('This browser does not allow copying. Please select the text and copy it yourself.'));
  }
}

/** Copies the value before it; `label` names the value, such as 'UTR'. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  return (
    <Button
      look="icon"
      className={styles.copy}
      aria-label={t(`Copy ${label}`)}
      title={t(`Copy ${label}`)}
      onClick={() => void copyText(value, `${label} copied`)}
    >
      <CopyIcon fontSize="small" />
    </Button>
  );
}
