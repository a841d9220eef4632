import { z } from 'zod';
import { tellParticipants } from '#shared/contracts/participations.ts';
import { optionalText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { counted } from '#web/lib/languages/format.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';

const schema = z
  .object({ text: optionalText(limits.textLength), changes: z.boolean() })
  .refine(({ text, changes }) => text !== '' || changes, { path: ['text'], error: messages.participation.tell });
const nothing = { text: '', changes: false };

interface Props {
  conferenceId: string;
  /** The number of registered and waiting people. */
  people: number;
  onClose: () => void;
  reload: () => void;
  /** Called if a job sends the mails, as for a long list. */
  onJob: (job: string) => void;
}

/** Writes to all registered and waiting people; the mail lists the conference's changes and has a new calendar entry. */
export function TellDialog({ conferenceId, people, onClose, reload, onJob }: Props) {
  const form = useForm(checkedBy(schema), nothing);
  const { control } = form;
  const whom = counted(people, 'person', 'people');
  return (
    <FormDialog
      title="Tell the participants"
      submitLabel="Send"
      form={form}
      current={nothing}
      version={undefined}
      ask={() => ({
        title: `Write to ${whom}?`,
        text: 'The mails are sent at once and cannot be taken back.',
      })}
      save={async (body) => {
        const { message, sent, job } = await api(tellParticipants, { params: { id: conferenceId }, body });
        if (job) onJob(job);
        return { message: sent === 0 ? 'The same was sent a few minutes ago. Nobody gets it twice.' : message };
      }}
      onClose={onClose}
      reload={reload}
    >
      <p>A mail to {whom} who take part or wait. Link and password of a meeting go only to those who take part.</p>
      <Field control={control} name="text" label="Text" rows={8} maxLength={limits.textLength} />
      <CheckField
        control={control}
        name="changes"
        label="Tell what has changed"
        hint="Time, place and link, before and now, with a new entry for the calendar. Change the conference first."
      />
    </FormDialog>
  );
}
