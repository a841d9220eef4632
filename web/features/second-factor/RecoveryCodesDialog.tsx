import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { copyText } from '#web/lib/clipboard.ts';
import { printText } from '#web/lib/print-text.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import styles from './SecondFactor.module.css';

/** The recovery codes, this once; the dialog stays until somebody says that they are kept. */
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
      <div className={styles.setup}>
        <Alert severity="warning">
          These codes are shown only once. Each of them lets you log in once when your phone is not at hand. Keep them
          where nobody else can find them.
        </Alert>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <Button variant="outlined" onClick={() => void copyText(codes.join('\n'), 'The codes have been copied')}>
            Copy
          </Button>
          <Button variant="outlined" onClick={() => printText(text)}>
            Print
          </Button>
          <Button
            variant="outlined"
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
        <FormControlLabel
          control={<Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)} />}
          label="I have kept these codes"
        />
      </div>
    </ModalDialog>
  );
}
