import { useState } from 'react';
import { z } from 'zod';
import { type Letter, letterRecipients, sendLetter } from '#shared/contracts/letters.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { counted } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { DateTimeField } from '#web/ui/forms/DateField.tsx';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { kindLabels, selectionText } from './wording.ts';

const schema = z
  .object({ when: z.string(), at: z.string(), tooLate: z.boolean() })
  .refine(({ when, at }) => when === 'now' || at !== '', { path: ['at'], error: messages.letters.at });

const whens = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a time' },
];

/** Confirms the number of recipients and the time before a letter is sent. */
export function SendDialog({ letter, onClose }: { letter: Letter; onClose: () => void }) {
  const form = useForm(checkedBy(schema), { when: 'now', at: '', tooLate: false });
  const { control } = form;
  const when = useWatch(control, 'when');
  const count = useLoad(letterRecipients, { query: { ...letter.filter, kind: letter.kind } });
  const [late, setLate] = useState<string>();
  const people = count.data?.data;
  const busy = form.busy;

  const submit = form.send(async (values) => {
    try {
      const { message } = await api(sendLetter, {
        params: { id: letter.id },
        body: {
          version: letter.version,
          ...(values.when === 'later' ? { at: values.at } : {}),
          ...(late && values.tooLate ? { tooLate: true as const } : {}),
        },
      });
      toast.success(message);
      onClose();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'TOO_LATE')) throw error;
      setLate(error.message);
    }
  });

  return (
    <ModalDialog
      open
      title={`Send this ${kindLabels[letter.kind].toLowerCase()}?`}
      onClose={onClose}
      onSubmit={submit}
      busy={busy}
      small
      actions={
        <FormActions
          busy={busy}
          submitLabel={when === 'later' ? 'Schedule' : 'Send now'}
          disabled={people?.people === 0}
          onCancel={onClose}
        />
      }
    >
      <FormStack disabled={busy}>
        <p>
          <strong>{letter.title}</strong>
          <br />
          {selectionText(letter)}
        </p>
        {people && (
          <p>
            It goes to {counted(people.people, 'member')}, {formatNumber(people.byMail)} of them by e-mail. The list is
            fixed when sending begins, and what has been sent cannot be called back.
          </p>
        )}
        <SelectField control={control} name="when" label="When" options={whens} chosenOnly />
        {when === 'later' && <DateTimeField control={control} name="at" label="Time" required disablePast />}
        {late && (
          <Note tone="warning">
            {late}
            <CheckField
              control={control}
              name="tooLate"
              label="Send it all the same; this is written down with my name"
            />
          </Note>
        )}
      </FormStack>
    </ModalDialog>
  );
}
