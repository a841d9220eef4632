import { useWatch } from 'react-hook-form';
import {
  type Conference,
  conferenceSchema,
  createConference,
  updateConference,
} from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { meetingTypes } from '#shared/options.ts';
import type { EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/api.ts';
import { shrinkImage } from '#web/lib/shrink-image.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { optionalFile } from '#web/lib/validate.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { DateTimeField } from '#web/ui/DateField.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { PictureField } from '#web/ui/PictureField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';

const schema = conferenceSchema.extend({ Webinar_pic: optionalFile });

const valuesOf = (conference: Conference | null) => ({
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
export function ConferenceDialog({ row: conference, ...dialog }: EditDialogProps<Conference>) {
  const current = valuesOf(conference);
  const form = useSchemaForm(schema, current);
  const { control, formState } = form;
  const online = useWatch({ control, name: 'MeetingType' }) !== 'Offline';
  // What is wrong with the link must not stay out of sight.
  const joining = online || formState.errors.MeetingLink !== undefined;
  return (
    <FormDialog
      {...dialog}
      title={conference ? 'Edit Conference' : 'Add Conference'}
      submitLabel={conference ? 'Save' : 'Add'}
      form={form}
      current={current}
      version={conference?.version}
      failure={messages.general.failed}
      save={async ({ Webinar_pic, ...body }, options) => {
        const files = { Webinar_pic: Webinar_pic ? await shrinkImage(Webinar_pic) : undefined };
        if (!conference) return api(createConference, { body, files }, options);
        const { _id: id, version } = conference;
        return api(updateConference, { params: { id }, body: { ...body, version }, files }, options);
      }}
    >
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
      <PictureField control={control} name="Webinar_pic" label="Picture" stored={conference?.Webinar_pic} />
    </FormDialog>
  );
}
