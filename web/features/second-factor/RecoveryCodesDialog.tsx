import { useState } from 'react';
import { saveFile } from '#web/lib/calls/useDownload.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { copyText } from '#web/ui/page/CopyButton.tsx';
import { Note } from '#web/ui/page/Note.tsx';

/** Prints a plain text without the page around it. */
function printText(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const frame = document.createElement('iframe');
  frame.title = t('Print');
  // Not `display: none`: some browsers then print an empty page.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0', visibility: 'hidden' });
  frame.src = address;
  frame.addEventListener('load', () => {
    const printed = frame.contentWindow;
    if (!printed) return;
    printed.addEventListener('afterprint', () => {
      frame.remove();
      URL.revokeObjectURL(address);
    });
    printed.focus();
    printed.print();
  });
  document.body.append(frame);
}

/** Shows the recovery codes, once only; the dialog stays until the person confirms that they are stored. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  const text = `${t(`Recovery codes for ${window.location.host}. Each works once.`)}\n\n${codes.join('\n')}\n`;
  return (
    <ModalDialog
      open
      title={t('Your recovery codes')}
      onClose={onClose}
      busy={!isSaved}
      actions={
        <Button onClick={onClose} disabled={!isSaved}>
          {t('Continue')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <Note tone="warning">
          <T>
            These codes are shown only once. Each of them lets you log in once when your phone is not at hand. Keep them
            where nobody else can find them.
          </T>
        </Note>
        <ul className="grid grid-tiles-wide font-mono gap-1 border rounded p-2" aria-label={t('Recovery codes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-1">
          <Button look="outlined" onClick={() => void copyText(codes.join('\n'), t('The codes have been copied'))}>
            {t('Copy')}
          </Button>
          <Button look="outlined" onClick={() => printText(text)}>
            {t('Print')}
          </Button>
          <Button
            look="outlined"
            onClick={() => saveFile({ blob: new Blob([text], { type: 'text/plain' }) }, 'recovery-codes.txt')}
          >
            {t('Save as a file')}
          </Button>
        </div>
        <label className="inline-flex items-center min-h-touch">
          <input type="checkbox" checked={isSaved} onChange={(event) => setIsSaved(event.target.checked)} />
          <span>{t('I have kept these codes')}</span>
        </label>
      </div>
    </ModalDialog>
  );
}
