import { useState } from 'react';
import {
  type Conference,
  conferenceSchema,
  createConference,
  updateConference,
} from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { meetingTypeLabel, meetingTypes } from '#shared/options.ts';
import { ContentDialog, type EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { shrinkImage } from '#web/lib/browser/shrink-image.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { setValue, useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { optionalFile } from '#web/lib/forms/validate.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { DateTimeField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { PictureField } from '#web/ui/forms/FilePickerField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { onlineAddress } from './meeting-address.ts';
import { draftQuestions, draftsOf, QuestionsField, questionsText } from './QuestionsField.tsx';

const schema = conferenceSchema.extend({ picture: optionalFile, questions: draftQuestions });

const rules = [
  { value: 'off', label: 'No registration' },
  { value: 'members', label: 'Members' },
  { value: 'everybody', label: 'Members and guests' },
];

const valuesOf = (conference: Conference | null) => ({
  title: conference?.title ?? '',
  meetingType: conference?.meetingType ?? '',
  startsAt: conference?.startsAt ?? '',
  meetingAddress: conference?.meetingAddress ?? '',
  meetingLink: conference?.meetingLink ?? '',
  meetingId: conference?.meetingId ?? '',
  meetingPassword: conference?.meetingPassword ?? '',
  description: conference?.description ?? '',
  joinMembersOnly: conference?.joinMembersOnly ?? false,
  participation: conference?.participation ?? ('off' as const),
  places: conference?.places === undefined || conference.places === null ? '' : String(conference.places),
  closesAt: conference?.closesAt ?? '',
  endsAt: conference?.endsAt ?? '',
  questions: draftsOf(conference?.questions ?? []),
  certificate: conference?.certificate ?? false,
  picture: null,
});

const typeOptions = meetingTypes.map((value) => ({ value, label: meetingTypeLabel(value) }));

/** Adds or changes a conference; a past one stays editable. */
export function ConferenceDialog({ row: conference, ...dialog }: EditDialogProps<Conference>) {
  const current = valuesOf(conference);
  const form = useForm(checkedBy(schema), current);
  const { control, errors } = form;
  const [kind, ...link] = useWatch(control, ['meetingType', 'meetingLink', 'meetingId', 'meetingPassword']);
  const online = kind === 'Online';
  // Also shows what an earlier choice left, and what has an error.
  const joining =
    online || errors.meetingLink !== undefined || (kind !== 'Offline' && link.some((value) => value !== ''));
  const rule = useWatch(control, 'participation');
  const asks = rule !== 'off' || Object.keys(errors).some((name) => /^(places|closesAt|endsAt|questions)\b/.test(name));
  const [ending, setEnding] = useState(false);
  const before = conference?.participation ?? 'off';
  // Without a limit on places, the number of participants is unknown here.
  const mayHavePeople = before !== 'off' && (conference?.free === null || conference?.free !== conference?.places);
  return (
    <ContentDialog
      {...dialog}
      row={conference}
      noun="Conference"
      form={form}
      current={current}
      save={async ({ picture, questions, ...fields }, options) => {
        const body = { ...fields, questions: questionsText(questions) };
        const files = { picture: picture ? await shrinkImage(picture) : undefined };
        if (!conference) return api(createConference, { body, files }, options);
        const { id, version } = conference;
        return api(updateConference, { params: { id }, body: { ...body, version }, files }, options);
      }}
    >
      <SelectField control={control} name="meetingType" label="Meeting Type" required options={typeOptions} />
      <Field control={control} name="title" label="Conference Title" required maxLength={limits.lineLength} />
      <DateTimeField control={control} name="startsAt" label="Meeting Date" required />
      <Field
        control={control}
        name="meetingAddress"
        label="Meeting Address"
        required
        rows={2}
        maxLength={500}
        hint={
          online
            ? `For an online meeting “${onlineAddress}”, which Hindi pages say in Hindi, or the service`
            : kind === 'Offline'
              ? 'The hall, with street and town'
              : undefined
        }
      />
      {joining && (
        <>
          <Field
            control={control}
            name="meetingLink"
            label="Meeting Link"
            type="url"
            inputMode="url"
            maxLength={limits.urlLength}
            hint={
              rule === 'off' ? 'Opened by “Join the call”' : 'Only those who have a place see it, and get it by e-mail'
            }
          />
          <Field control={control} name="meetingId" label="Meeting ID" maxLength={100} />
          <Field control={control} name="meetingPassword" label="Meeting Password" maxLength={100} />
        </>
      )}
      {rule === 'off' && joining && (
        <CheckField control={control} name="joinMembersOnly" label="Show the joining details to members only" />
      )}
      <Field
        control={control}
        name="description"
        label="Description"
        required
        rows={8}
        maxLength={limits.articleLength}
      />
      <SelectField
        control={control}
        name="participation"
        label="Who may take part"
        chosenOnly
        options={rules}
        onEdited={(value) => {
          if (value !== 'off' || !mayHavePeople) return;
          setValue(form.control, 'participation', before);
          setEnding(true);
        }}
      />
      {asks && (
        <>
          <Field
            control={control}
            name="places"
            label="Places"
            inputMode="numeric"
            maxLength={6}
            hint="Empty: as many as come. With a number, those who come later wait in line"
          />
          <DateTimeField control={control} name="closesAt" label="Register until" hint="Empty: until the start" />
          <DateTimeField control={control} name="endsAt" label="End" hint="Empty: two hours after the start" />
          <QuestionsField control={control} />
          <CheckField
            control={control}
            name="certificate"
            label="Give a certificate of participation"
            hint="To all who were checked in at the door, from the day after"
          />
        </>
      )}
      <PictureField control={control} name="picture" label="Picture" stored={conference?.pictureAddress} />
      <ConfirmDialog
        open={ending}
        title="Ask nobody to take part any more?"
        confirmLabel="Ask nobody"
        onConfirm={async () => setValue(form.control, 'participation', 'off')}
        onClose={() => setEnding(false)}
      >
        Those who take part or wait keep their places and are told nothing. Nobody can register any more.
      </ConfirmDialog>
    </ContentDialog>
  );
}
