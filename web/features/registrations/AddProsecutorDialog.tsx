import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { type RegistrationInput, registerMember } from '#shared/contracts/members.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/options.ts';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { useFirstError } from '#web/features/members/fields/use-first-error.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Field } from '#web/ui/Field.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import { useDiscardQuestion } from '#web/ui/useDiscardQuestion.tsx';
import { emptyNewPerson, newPersonSchema, toSend } from './office-person.ts';
import styles from './PersonDialog.module.css';
import { PersonGroups } from './PersonGroups.tsx';
import { tierLabel } from './wording.ts';

interface Props {
  onClose: () => void;
  onAdded: () => void;
}

/** Registers somebody who came to the office instead of the website; the record is New like any other. */
export function AddProsecutorDialog({ onClose, onAdded }: Props) {
  const form = useSchemaForm(newPersonSchema, emptyNewPerson);
  const fields = useRef<HTMLFieldSetElement>(null);
  const [progress, setProgress] = useState(0);
  const { control, formState } = form;
  const sending = formState.isSubmitting;
  const { close, question } = useDiscardQuestion(formState.isDirty && !formState.isSubmitSuccessful, onClose);
  useFirstError(fields, formState);

  const submit = form.send(async (values) => {
    const { texts, files } = await toSend(values);
    setProgress(0);
    // The resolver has just seen that every choice is one of its options.
    const body = texts as RegistrationInput;
    const { message } = await api(registerMember, { body, files }, { onProgress: setProgress });
    toast.success(message);
    onAdded();
    onClose();
  });

  return (
    <ModalDialog
      open
      wide
      title="Add Prosecutor"
      onClose={close}
      busy={sending}
      onSubmit={submit}
      actions={
        <>
          {sending && <UploadProgress fraction={progress} label="Sending" />}
          <Button variant="outlined" onClick={close} disabled={sending}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Add Prosecutor
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <fieldset ref={fields} className={styles.fields} disabled={sending} inert={sending}>
          <p className={styles.note}>
            By adding somebody you record that he or she has agreed to the terms in the office. Fields marked * must be
            filled in.
          </p>
          <FieldGroup title="Membership">
            <SelectField
              control={control}
              name="membership"
              label="Membership Type"
              required
              options={membershipValues.map((value) => ({ value, label: tierLabel(value) }))}
            />
          </FieldGroup>
          <PersonGroups
            email={
              <Field
                control={control}
                name="email"
                label="Email"
                required
                type="email"
                inputMode="email"
                maxLength={limits.emailLength}
                hint="The login details will be sent here"
              />
            }
          />
        </fieldset>
      </FormProvider>
      {question}
    </ModalDialog>
  );
}
