import { z } from 'zod';
import { type Conference, cancelConference } from '#shared/contracts/conferences.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';

const schema = z.object({ reason: requiredText(messages.participation.reason, limits.reasonLength) });

const question = {
  title: 'Cancel this conference?',
  text: 'This cannot be taken back, and nobody can take part any more.',
};

interface Props {
  conference: Conference;
  onClose: () => void;
  reload: () => void;
}

/** Cancels a conference: all registered, waiting and unconfirmed people are notified. */
export function CancelConferenceDialog({ conference: { id, version, title }, onClose, reload }: Props) {
  const form = useForm(checkedBy(schema), { reason: '' });
  return (
    <FormDialog
      title="Cancel the conference"
      submitLabel="Cancel the conference"
      danger
      form={form}
      // The reason is still right when somebody else has changed the conference.
      current={{ reason: useWatch(form.control, 'reason') }}
      version={version}
      ask={() => question}
      save={({ reason }) => api(cancelConference, { params: { id }, body: { reason, version } })}
      onClose={onClose}
      reload={reload}
    >
      <p>
        “{title}” stays on the site and is shown as cancelled. All who take part, wait or have yet to confirm get a mail
        with the reason.
      </p>
      <Field
        control={form.control}
        name="reason"
        label="Reason"
        required
        rows={4}
        maxLength={limits.reasonLength}
        hint="It stands in the mails and on the conference’s page."
      />
    </FormDialog>
  );
}
