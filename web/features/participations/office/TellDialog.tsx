import { useState } from 'react';
import { z } from 'zod';
import { tellParticipants } from '#shared/contracts/participations.ts';
import { optionalText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/counted.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormActions } from '#web/ui/FormActions.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';

const schema = z
  .object({ text: optionalText(limits.textLength), changes: z.boolean() })
  .refine(({ text, changes }) => text !== '' || changes, { path: ['text'], error: messages.participation.tell });
const nothing = { text: '', changes: false };

interface Props {
  conferenceId: string;
  /** The number of registered and waiting people. */
  people: number;
  onClose: () => void;
  /** Called if a job sends the mails, as for a long list. */
  onJob: (job: string) => void;
}

/** Writes to all registered and waiting people; the mail lists the conference's changes and has a new calendar entry. */
export function TellDialog({ conferenceId, people, onClose, onJob }: Props) {
  const form = useSchemaForm(schema, nothing);
  const { control } = form;
  const [written, setWritten] = useState<z.output<typeof schema>>();
  const { close, question } = useDiscardQuestion(form.formState.isDirty, onClose);
  const submit = form.send(async (values) => setWritten(schema.parse(values)));
  const tell = async (body: z.output<typeof schema>) => {
    try {
      const { message, sent, job } = await api(tellParticipants, { params: { id: conferenceId }, body });
      if (sent === 0) toast.success('The same was sent a few minutes ago. Nobody gets it twice.');
      else toast.success(message);
      if (job) onJob(job);
      onClose();
    } catch (error) {
      form.showFailure(error);
    }
  };
  return (
    <ModalDialog
      open
      title="Tell the participants"
      onClose={close}
      onSubmit={submit}
      actions={<FormActions busy={false} submitLabel="Send" onCancel={close} />}
    >
      <FormStack>
        <p>
          A mail to {counted(people, 'person', 'people')} who take part or wait. Link and password of a meeting go only
          to those who take part.
        </p>
        <Field control={control} name="text" label="Text" rows={8} maxLength={limits.textLength} />
        <CheckField
          control={control}
          name="changes"
          label="Tell what has changed"
          hint="Time, place and link, before and now, with a new entry for the calendar. Change the conference first."
        />
      </FormStack>
      {question}
      {written && (
        <ConfirmDialog
          open
          title={`Write to ${counted(people, 'person', 'people')}?`}
          confirmLabel="Send"
          onConfirm={() => tell(written)}
          onClose={() => setWritten(undefined)}
        >
          The mails are sent at once and cannot be taken back.
        </ConfirmDialog>
      )}
    </ModalDialog>
  );
}
