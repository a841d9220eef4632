import { useEffect, useRef, useState } from 'react';
import {
  type ContactMessage,
  canBeAnswered,
  getContact,
  replySchema,
  replyToContact,
  setContactState,
} from '#shared/contracts/contact.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { resetForm } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { MessageText } from './MessageText.tsx';

interface Props {
  id: string;
  onClose: () => void;
  /** Called when lists and counts are outdated. */
  onChanged: () => void;
}

/** How many times, and how often, to check whether a reply was sent. */
const looks = 20;
const pollMs = 1_500;

/** One message with its replies, and a form for the next reply. */
export function MessageDialog({ id, onClose, onChanged }: Props) {
  const { data, failed, loading, reload } = useLoad(getContact, { params: { id } });
  const form = useForm(checkedBy(replySchema), { text: '' });
  const [overtaken, setOvertaken] = useState(false);
  const { busy, attempt } = useAttempt();
  const { close, question } = useDiscardQuestion(form.isDirty, onClose);
  const sending = form.busy;
  const message = data?.contact;
  useDelivery(message, reload);

  const send = form.send(async ({ text }) => {
    if (!message) return;
    try {
      const answer = await api(replyToContact, { params: { id }, body: { text, expectedState: message.state } });
      toast.success(answer.message);
      resetForm(form.control, { text: '' });
      setOvertaken(false);
    } catch (error) {
      if (error instanceof AppError && error.code === 'RECORD_CHANGED') setOvertaken(true);
      else throw error;
    }
    onChanged();
    reload();
  });
  const set = (body: { state?: ContactMessage['state']; doubtful?: false }) =>
    attempt(async () => {
      const answer = await api(setContactState, { params: { id }, body });
      onChanged();
      reload();
      return answer;
    });
  const markAnswered = async () => {
    if ((await set({ state: 'answered' })) && !form.isDirty) onClose();
  };
  const answerable = message && canBeAnswered(message.email);

  return (
    <ModalDialog
      open
      title={message ? `Message from ${message.name}` : 'Message'}
      onClose={close}
      busy={sending || busy}
      onSubmit={answerable ? send : undefined}
      actions={
        message && (
          <>
            {message.doubtful && (
              <Button look="outlined" disabled={busy || sending} onClick={() => void set({ doubtful: false })}>
                Not doubtful
              </Button>
            )}
            {message.state === 'open' ? (
              <Button look="outlined" disabled={busy || sending} onClick={() => void markAnswered()}>
                Answered by telephone
              </Button>
            ) : (
              <Button look="outlined" disabled={busy || sending} onClick={() => void set({ state: 'open' })}>
                Open again
              </Button>
            )}
            {answerable && (
              <Button type="submit" busy={sending} disabled={busy}>
                Send reply
              </Button>
            )}
          </>
        )
      }
    >
      {message ? (
        <>
          <MessageText message={message} onRetried={reload} />
          {overtaken && (
            <Note tone="warning">
              Somebody else has changed this message meanwhile. What you typed is still here; please look above before
              you send it.
            </Note>
          )}
          {answerable && (
            <FormStack disabled={sending}>
              <Field
                control={form.control}
                name="text"
                label="Your reply"
                required
                rows={6}
                maxLength={limits.textLength}
                hint="Sent by e-mail, with the message quoted below it"
              />
            </FormStack>
          )}
        </>
      ) : failed && !loading ? (
        <TryAgain onClick={reload} text={failed.message} />
      ) : (
        <Loading />
      )}
      {question}
    </ModalDialog>
  );
}

/** Reloads the message for a while until its replies have been sent. */
function useDelivery(message: ContactMessage | undefined, reload: () => void) {
  const left = useRef(looks);
  useEffect(() => {
    if (!message?.replies.some(({ mail }) => mail === 'waiting') || left.current === 0) return;
    const timer = setTimeout(() => {
      left.current--;
      reload();
    }, pollMs);
    return () => clearTimeout(timer);
  }, [message, reload]);
}
