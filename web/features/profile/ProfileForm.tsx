import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { FormProvider, useController } from 'react-hook-form';
import { type OwnRecord, type SelfEditInput, updateMember } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { DocumentField } from '#web/features/members/fields/DocumentField.tsx';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { PersonalFields } from '#web/features/members/fields/PersonalFields.tsx';
import { PlaceFields } from '#web/features/members/fields/PlaceFields.tsx';
import { ProfessionalFields } from '#web/features/members/fields/ProfessionalFields.tsx';
import { withoutHidden } from '#web/features/members/fields/person-form.ts';
import { prepareDocument } from '#web/features/members/fields/prepare-file.ts';
import { useFirstError } from '#web/features/members/fields/use-first-error.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import { useLeaveQuestion } from '#web/ui/useLeaveQuestion.tsx';
import { OwnDocument } from './OwnDocument.tsx';
import styles from './ProfileForm.module.css';
import { ProfilePicturePicker } from './ProfilePicturePicker.tsx';
import { type ProfileValues, profileSchema, profileValues } from './profile-form.ts';

interface Props {
  record: OwnRecord;
  /** Saved: the record has to be loaded again. */
  onSaved: () => void;
  /** The office has changed the record meanwhile; what was typed stays until the member decides. */
  onChangedElsewhere: () => void;
}

/** A member's own record as a form. */
export function ProfileForm({ record, onSaved, onChangedElsewhere }: Props) {
  const form = useSchemaForm(profileSchema, profileValues(record));
  const element = useRef<HTMLFormElement>(null);
  const [progress, setProgress] = useState(0);
  const { control, formState } = form;
  const saving = formState.isSubmitting;
  const picture = useController({ control, name: 'profile_Pic' });
  const leaveQuestion = useLeaveQuestion(formState.isDirty);
  useFirstError(element, formState);

  const submit = form.send(async (values) => {
    const { document, profile_Pic, ...texts } = withoutHidden<ProfileValues>(values);
    const prepared = document && (await prepareDocument(document));
    if (prepared && 'refused' in prepared) {
      throw new AppError('UNSUPPORTED_FILE', prepared.refused, { fields: { document: prepared.refused } });
    }
    setProgress(0);
    try {
      const { message } = await api(
        updateMember,
        {
          params: { id: record._id },
          // The resolver has just seen that every choice is one of its options.
          body: { ...texts, version: record.version } as SelfEditInput,
          files: { document: prepared?.file, profile_Pic: profile_Pic ?? undefined },
        },
        { onProgress: setProgress },
      );
      toast.success(message);
      // Nothing is unsaved any more, even before the record has come back.
      form.reset(values);
      onSaved();
    } catch (error) {
      if (error instanceof AppError && error.code === 'RECORD_CHANGED') onChangedElsewhere();
      throw error;
    }
  });

  return (
    <FormProvider {...form}>
      {leaveQuestion}
      <form ref={element} noValidate className={styles.form} aria-label="My Profile" onSubmit={submit}>
        {/* `inert` besides `disabled`: the library's selects are no form controls of the browser. */}
        <fieldset className={styles.fields} disabled={saving} inert={saving}>
          <FieldGroup
            title="Personal Information"
            note={`Your e-mail address is ${record.email}. To have it changed, please write to the office.`}
          >
            <PersonalFields />
          </FieldGroup>
          <section className={styles.section} aria-labelledby="profile-picture">
            <h2 id="profile-picture" className={styles.heading}>
              Upload Profile Pic
            </h2>
            <ProfilePicturePicker
              current={record.profile_Pic}
              value={picture.field.value}
              onChange={picture.field.onChange}
              error={picture.fieldState.error?.message}
            />
          </section>
          <FieldGroup title="Place">
            <PlaceFields />
          </FieldGroup>
          <FieldGroup title="Professional Information">
            <ProfessionalFields organizationRequired />
          </FieldGroup>
          <section className={styles.section} aria-labelledby="profile-document">
            <h2 id="profile-document" className={styles.heading}>
              Upload Scanned ID Card
            </h2>
            {!record.document && <p className={styles.note}>{messages.empty.document}</p>}
            <DocumentField current={record.document ? <OwnDocument id={record._id} /> : undefined} />
          </section>
          <section className={styles.section} aria-labelledby="profile-visibility">
            <h2 id="profile-visibility" className={styles.heading}>
              What other members see of you
            </h2>
            <p className={styles.note}>
              Other members never see your date of birth, ID number, documents or payment. Here you can hide more.
            </p>
            <CheckField control={control} name="hideEmail" label="Hide my e-mail" />
            <CheckField control={control} name="hideMobile" label="Hide my mobile number" />
            <CheckField control={control} name="hideEntry" label="Hide my whole entry in the directory" />
          </section>
        </fieldset>
        <div className={styles.end}>
          {saving && <UploadProgress fraction={progress} label="Saving your profile" />}
          <Button type="submit" size="large" disabled={saving}>
            {saving ? 'Updating…' : 'Update'}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
