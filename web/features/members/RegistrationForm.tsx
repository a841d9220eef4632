import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { type RegistrationInput, registerMember } from '#shared/contracts/members.ts';
import type { Tier } from '#shared/contracts/memberships.ts';
import { AppError } from '#shared/errors.ts';
import { membershipLabels } from '#shared/options.ts';
import { api } from '#web/lib/api.ts';
import { formatRupees } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import type { PreparedFile } from '#web/ui/FilePicker.tsx';
import { LibraryProviders } from '#web/ui/LibraryProviders.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import { DocumentField } from './fields/DocumentField.tsx';
import { EmailField } from './fields/EmailField.tsx';
import { FieldGroup } from './fields/FieldGroup.tsx';
import { PersonalFields } from './fields/PersonalFields.tsx';
import { PictureField } from './fields/PictureField.tsx';
import { PlaceFields } from './fields/PlaceFields.tsx';
import { ProfessionalFields } from './fields/ProfessionalFields.tsx';
import { withoutHidden } from './fields/person-form.ts';
import { prepareDocument, prepareProfilePicture } from './fields/prepare-file.ts';
import { useFirstError } from './fields/use-first-error.ts';
import styles from './RegistrationForm.module.css';
import { dropDraft, keepDraft, readDraft } from './registration-draft.ts';
import { emptyRegistration, type RegistrationFormValues, registrationFormSchema } from './registration-values.ts';

interface Props {
  /** Those that are offered. */
  tiers: readonly Tier[];
  /** The version of the terms that was accepted. */
  termsVersion: string;
  onRegistered: (registered: { id: string; reference: string; membership: string }) => void;
}

/** The public registration: step 1 of 3. */
export function RegistrationForm({ tiers, termsVersion, onRegistered }: Props) {
  // What was typed before a reload.
  const [draft] = useState(readDraft);
  const form = useSchemaForm(registrationFormSchema, { ...emptyRegistration, ...draft });
  const element = useRef<HTMLFormElement>(null);
  const [progress, setProgress] = useState(0);
  const { control, subscribe, formState } = form;
  const sending = formState.isSubmitting;
  const errors = Object.keys(formState.errors).length;
  useFirstError(element, formState);

  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [subscribe]);

  async function register(values: RegistrationFormValues) {
    const files = {
      profile_Pic: await ready('profile_Pic', values.profile_Pic, prepareProfilePicture),
      document: await ready('document', values.document, prepareDocument),
    };
    // The resolver has just seen that every choice is one of its options.
    const body = { ...textsOf(withoutHidden(values)), termsVersion } as RegistrationInput;
    setProgress(0);
    const { message, directory } = await api(registerMember, { body, files }, { onProgress: setProgress });
    dropDraft();
    toast.success(message);
    onRegistered({ id: directory._id, reference: directory.reference, membership: values.membership });
  }

  return (
    <LibraryProviders>
      <FormProvider {...form}>
        <form ref={element} className={styles.form} noValidate aria-label="Registration" onSubmit={form.send(register)}>
          <p className={styles.note}>
            Fields marked <span className={styles.star}>*</span> must be filled in. What you type stays in this tab,
            also after a reload, until you continue{draft && '; only files have to be chosen again'}.
          </p>
          {/* `inert` besides `disabled`: the library's selects are no form controls of the browser. */}
          <fieldset className={styles.fields} disabled={sending} inert={sending}>
            <FieldGroup title="Membership">
              <SelectField
                control={control}
                name="membership"
                label="Membership Type"
                required
                options={tiers.map((tier) => ({
                  value: tier.membership,
                  label: `${membershipLabels[tier.membership]} · ${formatRupees(tier.fee)}`,
                }))}
              />
            </FieldGroup>
            <FieldGroup title="Personal Information">
              <PersonalFields>
                <EmailField own hint="Your login details will be sent here" />
              </PersonalFields>
              <PictureField required />
            </FieldGroup>
            <FieldGroup title="Place">
              <PlaceFields />
            </FieldGroup>
            <FieldGroup title="Professional Information">
              <ProfessionalFields />
              <DocumentField required />
            </FieldGroup>
          </fieldset>
          <div className={styles.end}>
            {errors > 0 && !sending && (
              <p className={styles.summary} role="status">
                {errors === 1 ? 'One field needs' : `${errors} fields need`} your attention; see the notes in red.
              </p>
            )}
            {sending && <UploadProgress fraction={progress} label="Sending your registration" />}
            <Button type="submit" size="large" disabled={sending}>
              {sending ? 'Sending …' : 'Continue'}
            </Button>
          </div>
        </form>
      </FormProvider>
    </LibraryProviders>
  );
}

function textsOf({ document: _document, profile_Pic: _picture, ...texts }: RegistrationFormValues) {
  return texts;
}

/** The bytes to send; a file that cannot be sent comes back to its field as the server's refusal would. */
async function ready(
  name: 'document' | 'profile_Pic',
  file: File | null,
  prepare: (file: File) => Promise<PreparedFile>,
): Promise<File | undefined> {
  if (!file) return undefined;
  const prepared = await prepare(file);
  if ('file' in prepared) return prepared.file;
  throw new AppError('UNSUPPORTED_FILE', prepared.refused, { fields: { [name]: prepared.refused } });
}
