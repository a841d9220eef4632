import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { commitImport, type ImportRecord, sendImportCredentials } from '#shared/contracts/imports.ts';
import { limits } from '#shared/limits.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { api } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/useAttempt.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import styles from './Imports.module.css';
import { forecast } from './wording.ts';

type When = 'now' | 'later' | 'batch';
const whenTexts: Record<When, string> = {
  now: 'Now, to all of them',
  batch: 'In batches, so many a day',
  later: 'Later, by a press',
};
const usualPerDay = 200;

interface Props {
  record: ImportRecord;
  /** Whether it starts the import, or only sends the credentials of a finished one. */
  commits: boolean;
  onClose: () => void;
  onDone: (record: ImportRecord) => void;
}

/** Asks when the imported members get their credentials: with the import, or afterwards. */
export function CredentialsDialog({ record, commits, onClose, onDone }: Props) {
  const [when, setWhen] = useState<When>(commits ? 'later' : 'now');
  const [perDay, setPerDay] = useState(String(record.perDay ?? usualPerDay));
  const [wrong, setWrong] = useState(false);
  const { busy, attempt } = useAttempt();
  const choices: When[] = commits ? ['now', 'batch', 'later'] : ['now', 'batch'];

  const submit = async () => {
    const number = Number(perDay);
    if (when === 'batch' && !(number >= 1 && number <= limits.importCredentialsPerDay)) {
      setWrong(true);
      return;
    }
    const batch = when === 'batch' ? { perDay: number } : {};
    const params = { id: record._id };
    const done = await attempt(async () => {
      const answer = commits
        ? await api(commitImport, { params, body: { credentials: when, ...batch } })
        : await api(sendImportCredentials, { params, body: { when: when === 'batch' ? 'batch' : 'now', ...batch } });
      onDone(answer.import);
      return answer;
    });
    if (done) onClose();
  };

  return (
    <ModalDialog
      open
      title={commits ? 'Import' : 'Send credentials'}
      onClose={onClose}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      actions={<FormActions busy={busy} submitLabel={commits ? 'Import' : 'Send'} onCancel={onClose} />}
    >
      <FormStack disabled={busy}>
        {commits && <p className={`text-22 serif flush below-1 ${styles.sum}`}>{forecast(record.summary)}</p>}
        <div>
          <p className="measure flush below-2" id="credentials-when">
            {commits
              ? 'When do the new members get their credentials by mail?'
              : 'Anyone who has credentials gets none again.'}
          </p>
          <RadioGroup aria-labelledby="credentials-when" value={when} onChange={(_, next) => setWhen(next as When)}>
            {choices.map((choice) => (
              <FormControlLabel key={choice} value={choice} control={<Radio />} label={whenTexts[choice]} />
            ))}
          </RadioGroup>
        </div>
        {when === 'batch' && (
          <TextField
            label="Mails a day"
            value={perDay}
            error={wrong}
            helperText={wrong ? officeMessages.import.perDay : undefined}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            onChange={(event) => {
              setPerDay(event.target.value.replace(/\D/g, '').slice(0, 5));
              setWrong(false);
            }}
          />
        )}
      </FormStack>
    </ModalDialog>
  );
}
