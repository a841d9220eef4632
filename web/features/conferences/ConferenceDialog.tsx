import Button from '@mui/material/Button';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  type Conference,
  type ConferenceInput,
  conferenceSchema,
  createConference,
  updateConference,
} from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { meetingTypes } from '#shared/options.ts';
import { api } from '#web/lib/api.ts';
import { shrinkImage } from '#web/lib/shrink-image.ts';
import { toast } from '#web/lib/toast.ts';
import { saveFailure } from '#web/lib/useAttempt.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { DateTimeField } from '#web/ui/DateField.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import { useConflict } from '#web/ui/useConflict.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';

interface Props {
  /** null: a new conference. */
  conference: Conference | null;
  onSaved: () => void;
  onClose: () => void;
  /** Somebody else has saved it meanwhile: load the list again. */
  onConflict: () => void;
}

interface Values extends Record<Exclude<keyof ConferenceInput, 'joinMembersOnly'>, string> {
  joinMembersOnly: boolean;
  Webinar_pic: File | null;
}

const schema = conferenceSchema.extend({
  Webinar_pic: z.custom<File | null>(() => true),
  // A choice is any text until it has been checked.
}) as z.ZodType<unknown, unknown> as z.ZodType<unknown, Values>;

const valuesOf = (conference: Conference | null): Values => ({
  WebinarName: conference?.WebinarName ?? '',
  MeetingType: conference?.MeetingType ?? '',
  MeetingDate: conference?.MeetingDate ?? '',
  MeetingAddress: conference?.MeetingAddress ?? '',
  MeetingLink: conference?.MeetingLink ?? '',
  MeetingId: conference?.MeetingId ?? '',
  MeetingPassword: conference?.MeetingPassword ?? '',
  Description: conference?.Description ?? '',
  joinMembersOnly: conference?.joinMembersOnly ?? false,
  Webinar_pic: null,
});

/** Adds or changes a conference; one that is over stays editable. */
export function ConferenceDialog({ conference, onSaved, onClose, onConflict }: Props) {
  const form = useSchemaForm(schema, valuesOf(conference));
  const { control, formState } = form;
  const picture = useController({ control, name: 'Webinar_pic' });
  const online = useWatch({ control, name: 'MeetingType' }) !== 'Offline';
  // What is wrong with the link must not stay out of sight.
  const joining = online || formState.errors.MeetingLink !== undefined;
  const [progress, setProgress] = useState(0);
  const conflict = useConflict(conference?.version, onConflict, () => form.reset(valuesOf(conference)));
  const { close, question } = useDiscardQuestion(formState.isDirty, onClose);
  const busy = formState.isSubmitting;

  const submit = form.send(async ({ Webinar_pic, ...texts }) => {
    setProgress(0);
    const files = { Webinar_pic: Webinar_pic ? await shrinkImage(Webinar_pic) : undefined };
    const body = texts as ConferenceInput;
    const options = { onProgress: setProgress };
    try {
      const { message } = conference
        ? await api(
            updateConference,
            { params: { id: conference._id }, body: { ...body, version: conference.version }, files },
            options,
          )
        : await api(createConference, { body, files }, options);
      toast.success(message);
      onSaved();
    } catch (error) {
      conflict.check(error);
      throw saveFailure(error, messages.general.failed);
    }
  });

  return (
    <ModalDialog
      open
      title={conference ? 'Edit Conference' : 'Add Conference'}
      onClose={close}
      onSubmit={submit}
      busy={busy}
      actions={
        <>
          <Button variant="outlined" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {conference ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      {conflict.notice}
      <FormStack disabled={busy}>
        <Field control={control} name="WebinarName" label="Conference Title" required maxLength={limits.lineLength} />
        <SelectField control={control} name="MeetingType" label="Meeting Type" required options={meetingTypes} />
        <DateTimeField control={control} name="MeetingDate" label="Meeting Date" required />
        <Field
          control={control}
          name="MeetingAddress"
          label="Meeting Address"
          required
          rows={2}
          maxLength={500}
          hint={online ? 'For an online meeting the service, for example “Video conference”' : undefined}
        />
        {joining && (
          <>
            <Field
              control={control}
              name="MeetingLink"
              label="Meeting Link"
              type="url"
              inputMode="url"
              maxLength={limits.urlLength}
              hint="Opened by “Join the call”"
            />
            <Field control={control} name="MeetingId" label="Meeting ID" maxLength={100} />
            <Field control={control} name="MeetingPassword" label="Meeting Password" maxLength={100} />
          </>
        )}
        <CheckField control={control} name="joinMembersOnly" label="Show the joining details to members only" />
        <Field
          control={control}
          name="Description"
          label="Description"
          required
          rows={8}
          maxLength={limits.articleLength}
        />
        <FilePicker
          label="Picture"
          name="Webinar_pic"
          accept="image"
          value={picture.field.value}
          onChange={picture.field.onChange}
          error={picture.fieldState.error?.message}
          current={conference?.Webinar_pic && <img src={conference.Webinar_pic} alt="Stored now" />}
        />
        {busy && <UploadProgress fraction={progress} label="Saving" />}
      </FormStack>
      {question}
    </ModalDialog>
  );
}
