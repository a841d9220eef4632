import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import {
  type OfficeEditInput,
  type OfficeRecord,
  reviewRegistration,
  updateMember,
} from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { MemberPicture } from '#web/features/directory/MemberPicture.tsx';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { useFirstError } from '#web/features/members/fields/use-first-error.ts';
import { api } from '#web/lib/api.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { Field } from '#web/ui/Field.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';
import { editedPersonOf, editedPersonSchema, toSend } from './office-person.ts';
import styles from './PersonDialog.module.css';
import { PersonGroups } from './PersonGroups.tsx';

interface Props {
  record: OfficeRecord;
  onClose: () => void;
  onSaved: () => void;
}

/** The office's correction of a record, its e-mail included; status, membership and payment are decided elsewhere. */
export function EditRecordDialog({ record, onClose, onSaved }: Props) {
  // What was read when the dialog opened; the list behind it may have been loaded again meanwhile.
  const [base, setBase] = useState(record);
  const [overtaken, setOvertaken] = useState(false);
  const form = useSchemaForm(editedPersonSchema, editedPersonOf(record));
  const fields = useRef<HTMLFieldSetElement>(null);
  const [progress, setProgress] = useState(0);
  const { control, formState } = form;
  const sending = formState.isSubmitting;
  const { close, question } = useDiscardQuestion(formState.isDirty && !formState.isSubmitSuccessful, onClose);
  useFirstError(fields, formState);

  const submit = form.send(async (values) => {
    const { texts, files } = await toSend(values);
    setProgress(0);
    const body = { ...texts, version: base.version } as OfficeEditInput;
    try {
      const { message } = await api(
        updateMember,
        { params: { id: base._id }, body, files },
        { onProgress: setProgress },
      );
      toast.success(message);
    } catch (error) {
      if (error instanceof AppError && error.code === 'RECORD_CHANGED') setOvertaken(true);
      throw error;
    }
    onSaved();
    onClose();
  });

  const loadCurrent = async () => {
    try {
      const { data } = await api(reviewRegistration, { params: { id: base._id } });
      setBase(data);
      form.reset(editedPersonOf(data));
      setOvertaken(false);
    } catch (error) {
      showFailure(error);
    }
  };

  return (
    <ModalDialog
      open
      wide
      title="Edit details"
      onClose={close}
      busy={sending}
      onSubmit={submit}
      actions={
        <>
          {sending && <UploadProgress fraction={progress} label="Saving" />}
          <Button variant="outlined" onClick={close} disabled={sending}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Save
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <fieldset ref={fields} className={styles.fields} disabled={sending} inert={sending}>
          {overtaken && (
            <Alert
              severity="warning"
              role="alert"
              action={
                <Button size="small" color="inherit" variant="outlined" onClick={() => void loadCurrent()}>
                  Load the current record
                </Button>
              }
            >
              Somebody else has changed this record meanwhile. What you typed is still here; loading the current record
              replaces it.
            </Alert>
          )}
          <PersonGroups
            currentPicture={base.profile_Pic ? <MemberPicture address={base.profile_Pic} size={72} /> : undefined}
            currentDocument={base.document ? <span>A scanned ID card is stored.</span> : undefined}
            email={
              <Field
                control={control}
                name="email"
                label="Email"
                required
                type="email"
                inputMode="email"
                maxLength={limits.emailLength}
                hint="The person logs in with it"
              />
            }
          />
          <FieldGroup title="In the members' directory">
            <CheckField control={control} name="hideEmail" label="Do not show the e-mail address" />
            <CheckField control={control} name="hideMobile" label="Do not show the mobile number" />
            <CheckField control={control} name="hideEntry" label="Do not show this member at all" />
          </FieldGroup>
        </fieldset>
      </FormProvider>
      {question}
    </ModalDialog>
  );
}
