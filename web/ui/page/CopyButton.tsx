import { copyText } from '#web/lib/clipboard.ts';
import { Button } from './Button.tsx';
import styles from './CopyButton.module.css';
import { CopyIcon } from './icons.tsx';

/** Copies the value before it; `label` names the value, such as 'UTR'. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  return (
    <Button
      look="icon"
      className={styles.copy}
      aria-label={`Copy ${label}`}
      title={`Copy ${label}`}
      onClick={() => void copyText(value, `${label} copied`)}
    >
      <CopyIcon fontSize="small" />
    </Button>
  );
}
