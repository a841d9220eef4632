import { useState } from 'react';
import { z } from 'zod';
import { type Conference, cancelConference } from '#shared/contracts/conferences.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormActions } from '#web/ui/FormActions.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { useConflict } from '#web/ui/useConflict.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';

const schema = z.object({ reason: requiredText(messages.participation.reason, limits.reasonLength) });
const nothing = { reason: '' };

interface Props {
  conference: Conference;
  onClose: () => void;
  reload: () => void;
}

/** Cancels a conference: all registered, waiting and unconfirmed people are notified. */
export function CancelConferenceDialog({ conference, onClose, reload }: Props) {
  const form = useSchemaForm(schema, nothing);
  const [asked, setAsked] = useState<string>();
  const { close, question } = useDiscardQuestion(form.formState.isDirty, onClose);
  const conflict = useConflict(conference.version, reload, () => {});
  const submit = form.send(async ({ reason }) => setAsked(reason));
  const cancel = async (reason: string) => {
    try {
      const { message } = await api(cancelConference, {
        params: { id: conference._id },
        body: { reason, version: conference.version },
      });
      toast.success(message);
      onClose();
      reload();
    } catch (error) {
      conflict.check(error);
      form.showFailure(error);
    }
  };
  return (
    <ModalDialog
      open
      title="Cancel the conference"
      onClose={close}
      onSubmit={submit}
      actions={<FormActions busy={false} submitLabel="Cancel the conference" danger onCancel={close} />}
    >
      {conflict.notice}
      <FormStack>
        <p>
          “{conference.WebinarName}” stays on the site and is shown as cancelled. All who take part, wait or have yet to
          confirm get a mail with the reason.
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
      </FormStack>
      {question}
      {asked !== undefined && (
        <ConfirmDialog
          open
          danger
          title="Cancel this conference?"
          confirmLabel="Cancel the conference"
          onConfirm={() => cancel(asked)}
          onClose={() => setAsked(undefined)}
        >
          This cannot be taken back, and nobody can take part any more.
        </ConfirmDialog>
      )}
    </ModalDialog>
  );
}
