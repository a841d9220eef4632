import { useState } from 'react';
import { commitImport, type ImportRecord, sendImportCredentials } from '#shared/contracts/imports.ts';
import { plainDigits } from '#shared/digits.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
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
    const number = Number(plainDigits(perDay));
    if (when === 'batch' && !(number >= 1 && number <= limits.importCredentialsPerDay)) {
      setWrong(true);
      return;
    }
    const batch = when === 'batch' ? { perDay: number } : {};
    const params = { id: record.id };
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
        {commits && <p className="text-22 font-serif leading-tight m-0 mb-1">{forecast(record.summary)}</p>}
        <RadioGroup
          label={
            commits
              ? 'When do the new members get their credentials by mail?'
              : 'Anyone who has credentials gets none again.'
          }
          options={choices.map((value) => ({ value, label: whenTexts[value] }))}
          value={when}
          onChange={setWhen}
        />
        {when === 'batch' && (
          <TextField
            label="Mails a day"
            value={perDay}
            error={wrong ? messages.import.perDay : undefined}
            inputMode="numeric"
            onChange={(event) => {
              setPerDay(event.target.value);
              setWrong(false);
            }}
          />
        )}
      </FormStack>
    </ModalDialog>
  );
}
