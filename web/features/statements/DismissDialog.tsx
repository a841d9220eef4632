import { useState } from 'react';
import { dismissLine, type StatementLine } from '#shared/contracts/statements.ts';
import { formatExactRupees } from '#shared/money.ts';
import { officeLimits } from '#shared/office-limits.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { api } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/format.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { Button } from '#web/ui/Button.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface Props {
  line: StatementLine;
  onDone: () => void;
  onClose: () => void;
}

/** Dismisses a credit that is not a membership payment, such as rent, interest or a donation. */
export function DismissDialog({ line, onDone, onClose }: Props) {
  const { busy, run } = useSingleRun();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState('');
  const dismiss = () =>
    run(async () => {
      if (note.trim() === '') return setProblem(officeMessages.statement.dismissNote);
      try {
        toast.success((await api(dismissLine, { body: { lineId: line._id, note } })).message);
        onDone();
      } catch (error) {
        showFailure(error);
      }
    });
  return (
    <ModalDialog
      open
      small
      busy={busy}
      title={`${formatExactRupees(line.amount)} of ${formatDay(line.date)} is no payment`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void dismiss();
      }}
      actions={
        <>
          <Button look="outlined" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Dismiss
          </Button>
        </>
      }
    >
      <p className="breaks flush below-2">{line.narration}</p>
      <TextField
        label="What it is"
        required
        autoFocus
        value={note}
        disabled={busy}
        error={problem || undefined}
        hint="For example rent, interest or a donation. It can be opened again for 90 days."
        maxLength={officeLimits.statement.noteLength}
        onChange={(event) => {
          setNote(event.target.value);
          setProblem('');
        }}
      />
    </ModalDialog>
  );
}
