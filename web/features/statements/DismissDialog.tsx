import { z } from 'zod';
import { dismissLine, type StatementLine } from '#shared/contracts/statements.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatExactRupees } from '#shared/money.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';

const { noteLength } = limits.statement;
const schema = z.object({ note: requiredText(messages.statement.dismissNote, noteLength) });

interface Props {
  line: StatementLine;
  onDone: () => void;
  onClose: () => void;
}

/** Dismisses a credit that is not a membership payment, such as rent, interest or a donation. */
export function DismissDialog({ line, onDone, onClose }: Props) {
  const form = useForm(checkedBy(schema), { note: '' });
  return (
    <ShortFormDialog
      small
      title={`${formatExactRupees(line.amount)} of ${formatDay(line.date)} is no payment`}
      submitLabel="Dismiss"
      form={form}
      send={async ({ note }) => {
        toast.success((await api(dismissLine, { body: { lineId: line.id, note } })).message);
        onDone();
      }}
      onClose={onClose}
    >
      <p className="break-anywhere m-0 mb-2">{line.narration}</p>
      <Field
        control={form.control}
        name="note"
        label="What it is"
        required
        autoFocus
        hint="For example rent, interest or a donation. It can be opened again for 90 days."
        maxLength={noteLength}
      />
    </ShortFormDialog>
  );
}
