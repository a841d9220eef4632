import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { printText } from '#web/lib/print-text.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/Button.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { Note } from '#web/ui/Note.tsx';

/** Shows the recovery codes, once only; the dialog stays until the person confirms that they are stored. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  const text = `Recovery codes for ${window.location.host}. Each works once.\n\n${codes.join('\n')}\n`;
  return (
    <ModalDialog
      open
      title="Your recovery codes"
      onClose={onClose}
      busy={!kept}
      actions={
        <Button onClick={onClose} disabled={!kept}>
          Done
        </Button>
      }
    >
      <div className="stack gap-3">
        <Note tone="warning">
          These codes are shown only once. Each of them lets you log in once when your phone is not at hand. Keep them
          where nobody else can find them.
        </Note>
        <ul className="stack tiles-wide mono gap-1 framed pad-2" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="wraps gap-1">
          <Button look="outlined" onClick={() => void copyText(codes.join('\n'), 'The codes have been copied')}>
            Copy
          </Button>
          <Button look="outlined" onClick={() => printText(text)}>
            Print
          </Button>
          <Button
            look="outlined"
            onClick={() =>
              saveFile(
                { blob: new Blob([text], { type: 'text/plain' }), name: 'recovery-codes.txt' },
                'recovery-codes.txt',
              )
            }
          >
            Save as a file
          </Button>
        </div>
        <label className="inline touch">
          <input type="checkbox" checked={kept} onChange={(event) => setKept(event.target.checked)} />I have kept these
          codes
        </label>
      </div>
    </ModalDialog>
  );
}
