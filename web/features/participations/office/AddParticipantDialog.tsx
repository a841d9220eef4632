import { useState } from 'react';
import { z } from 'zod';
import { addParticipant, type Question } from '#shared/contracts/participations.ts';
import { AppError } from '#shared/errors.ts';
import { email, requiredLetters, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { plainMobile } from '#shared/typing.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

const text = messages.participation;
const byNumber = z.object({ memberNumber: requiredText(text.ownNumber, limits.memberNumberLength) });
const asGuest = z.object({
  name: requiredLetters(text.name),
  email: email(text.email, messages.registration.emailFormat),
});
const schema = z
  .object({
    who: z.enum(['member', 'guest']),
    memberNumber: z.string(),
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    answers: z.record(z.string(), z.string()),
  })
  .superRefine((input, context) => {
    const { error } = (input.who === 'member' ? byNumber : asGuest).safeParse(input);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
  });
type Values = z.input<typeof schema>;
const nothing: Values = { who: 'member', memberNumber: '', name: '', email: '', mobile: '', answers: {} };

interface Props {
  conferenceId: string;
  /** The conference's current questions. */
  questions: readonly Question[];
  onClose: () => void;
  reload: () => void;
}

/** Registers a member by number or, unless the administrator is limited to States, a guest. */
export function AddParticipantDialog({ conferenceId, questions, onClose, reload }: Props) {
  const { may } = useOffice();
  const guests = may('members', { scope: 'allIndia' });
  const form = useForm(checkedBy(schema), {
    ...nothing,
    answers: Object.fromEntries(questions.map(({ id }) => [id, ''])),
  });
  const { control } = form;
  const who = useWatch(form.control, 'who');
  const [full, setFull] = useState<Values>();
  const { close, question } = useDiscardQuestion(form.isDirty, onClose);
  const busy = form.busy;
  const add = async ({ who: kind, answers: all, memberNumber, ...guest }: Values, overbook: boolean) => {
    const answers = Object.fromEntries(Object.entries(all).filter(([, answer]) => answer));
    const { message } = await api(addParticipant, {
      params: { id: conferenceId },
      body: {
        ...(kind === 'member' ? { memberNumber } : guest),
        ...(Object.keys(answers).length > 0 ? { answers: answers } : {}),
        overbook,
      },
    });
    toast.success(message);
    onClose();
    reload();
  };
  const submit = form.send(async (values) => {
    try {
      await add(values, false);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'FULL')) throw error;
      // Exceeding the number of places needs a second press.
      setFull(values);
    }
  });
  return (
    <ModalDialog
      open
      title="Add a participant"
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={<FormActions busy={busy} submitLabel="Add" onCancel={close} />}
    >
      <FormStack disabled={busy}>
        <p>Anyone who is added takes part at once, before those who wait, and gets the confirmation by mail.</p>
        {guests && (
          <SelectField
            control={control}
            name="who"
            label="Who"
            chosenOnly
            options={[
              { value: 'member', label: 'A member' },
              { value: 'guest', label: 'A guest' },
            ]}
          />
        )}
        {who === 'member' ? (
          <Field
            control={control}
            name="memberNumber"
            label="Member number"
            required
            maxLength={limits.memberNumberLength}
          />
        ) : (
          <>
            <Field control={control} name="name" label="Name" required maxLength={limits.nameLength} />
            <Field
              control={control}
              name="email"
              label="E-mail"
              required
              type="email"
              inputMode="email"
              maxLength={limits.emailLength}
            />
            <Field
              control={control}
              name="mobile"
              label="Mobile number"
              type="tel"
              inputMode="tel"
              convert={plainMobile}
              maxLength={limits.contactMobileLength}
            />
          </>
        )}
        {questions.map(({ id, text: label, kind, options }) =>
          kind === 'text' ? (
            <Field
              key={id}
              control={control}
              name={`answers.${id}`}
              label={label}
              rows={2}
              maxLength={limits.answerLength}
            />
          ) : (
            <SelectField
              key={id}
              control={control}
              name={`answers.${id}`}
              label={label}
              options={
                kind === 'choice'
                  ? options
                  : [
                      { value: 'yes', label: 'Yes' },
                      { value: 'no', label: 'No' },
                    ]
              }
            />
          ),
        )}
      </FormStack>
      {question}
      {full && (
        <ConfirmDialog
          open
          title={messages.participants.full}
          confirmLabel="Register all the same"
          onConfirm={form.send(() => add(full, true))}
          onClose={() => setFull(undefined)}
        >
          The conference then has more participants than places. Nobody loses a place, and nobody who waits moves up
          before there is room again.
        </ConfirmDialog>
      )}
    </ModalDialog>
  );
}
