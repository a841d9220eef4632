import { useEffect, useState } from 'react';
import { memberDocument, type OwnRecord, updateMember } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { person, personSections } from '#shared/person.ts';
import { namesIn } from '#shared/person-fields.ts';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { fieldTexts, PersonFormProvider } from '#web/features/members/fields/field-texts.ts';
import { PersonFields } from '#web/features/members/fields/PersonFields.tsx';
import { personFromRecord } from '#web/features/members/fields/person-form.ts';
import { prepareFile, toSend } from '#web/features/members/fields/to-send.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { resetForm } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { useLeaveQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { ErrorSummary } from '#web/ui/forms/ErrorSummary.tsx';
import { FilePicker } from '#web/ui/forms/FilePicker.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';
import styles from './ProfileForm.module.css';
import { ProfilePicturePicker } from './ProfilePicturePicker.tsx';
import { type OwnFile, useOwnFile } from './useOwnFile.ts';

/** The member's stored ID card, fetched with the token. */
function OwnDocument({ id }: { id: string }) {
  return (
    <DownloadButton small name="id-card" load={() => api(memberDocument, { params: { id } })}>
      {t('Download the stored file')}
    </DownloadButton>
  );
}

interface Props {
  record: OwnRecord;
  /** Called after saving, when the record must be reloaded. */
  onSaved: () => void;
  /** Called when the office has changed the record meanwhile; the input stays until the member decides. */
  onChangedElsewhere: () => void;
}

/** The rules load while the member reads the record. */
const loadRules = () => import('./profile-rules.ts');
const rules = async () => (await loadRules()).rules;

const fields = namesIn('selfEdit').map((name) => ({ name, label: person[name].label }));

/** A member's own record as a form; the picture and the scanned ID are saved by themselves. */
export function ProfileForm({ record: loaded, onSaved, onChangedElsewhere }: Props) {
  const [record, setRecord] = useState(loaded);
  const form = useForm(checkedBy(rules), personFromRecord('selfEdit', record), { summary: true });
  const [progress, setProgress] = useState(0);
  const { control } = form;
  const saving = form.busy;
  const noteFile = (stored: OwnRecord) => {
    if (stored.version > record.version + 1) onChangedElsewhere();
    else setRecord(stored);
  };
  const picture = useOwnFile('picture', record.id, noteFile);
  const document = useOwnFile('document', record.id, noteFile);
  useEffect(() => whenIdle(loadRules), []);
  const leaveQuestion = useLeaveQuestion(form.isDirty);

  const submit = form.send(async (values) => {
    const { texts } = await toSend(values);
    setProgress(0);
    try {
      const { message } = await api(
        updateMember,
        { params: { id: record.id }, body: { ...texts, version: record.version }, files: {} },
        { onProgress: setProgress },
      );
      toast.success(message);
      // The form counts as saved even before the record is reloaded.
      resetForm(form.control, values);
      onSaved();
    } catch (error) {
      if (error instanceof AppError && error.code === 'RECORD_CHANGED') onChangedElsewhere();
      throw error;
    }
  });

  return (
    <PersonFormProvider value={control}>
      {leaveQuestion}
      <form noValidate className="grid gap-4" aria-label={t('My Profile')} onSubmit={submit}>
        <ErrorSummary control={control} fields={fields} />
        {/* `inert` as well as `disabled`, because the library's selects are not native form controls. */}
        <fieldset className={`grid gap-4 ${styles.fields}`} disabled={saving} inert={saving}>
          <FieldGroup
            title={personSections.personal}
            note={t(`Your e-mail address is ${record.email}. It can be changed further below.`)}
          >
            <PersonFields form="selfEdit" section="personal" />
          </FieldGroup>
          <section className="grid gap-1" aria-labelledby="profile-picture">
            <h2 id="profile-picture" className="text-22 pb-6px border-b mb-1">
              {t('Upload Profile Pic')}
            </h2>
            <ProfilePicturePicker current={record.picture} file={picture} />
            <FileSaving file={picture} label={t('Saving your picture')} />
          </section>
          <FieldGroup title={personSections.locality}>
            <PersonFields form="selfEdit" section="locality" />
          </FieldGroup>
          <FieldGroup title={personSections.professional}>
            <PersonFields form="selfEdit" section="professional" />
          </FieldGroup>
          <section className="grid gap-1" aria-labelledby="profile-document">
            <h2 id="profile-document" className="text-22 pb-6px border-b mb-1">
              {t('Upload Scanned ID Card')}
            </h2>
            {!record.document && <p className="text-muted measure m-0">{t(messages.empty.document)}</p>}
            <FilePicker
              {...fieldTexts('document', 'selfEdit')}
              name="document"
              accept={person.document.accept}
              value={document.value}
              onChange={document.choose}
              prepare={prepareFile.document}
              error={document.error}
              disabled={document.progress !== null}
              current={record.document ? <OwnDocument id={record.id} /> : undefined}
            />
            <FileSaving file={document} label={t('Saving your scanned ID card')} />
          </section>
          <section className="grid gap-1" aria-labelledby="profile-visibility">
            <h2 id="profile-visibility" className="text-22 pb-6px border-b mb-1">
              {t('What other members see of you')}
            </h2>
            <p className="text-muted measure m-0">
              <T>
                Other members never see your date of birth, ID number, documents or payment. Here you can hide more.
              </T>
            </p>
            <PersonFields form="selfEdit" section="visibility" />
          </section>
          <section className="grid gap-1" aria-labelledby="profile-card">
            <h2 id="profile-card" className="text-22 pb-6px border-b mb-1">
              {t('What others see on verifying your member card')}
            </h2>
            <p className="text-muted measure m-0">
              <T>
                Anyone who scans the code on <Link to={paths.memberCard}>{t('your card')}</Link> sees your name, member
                number, membership and State, and whether the card is valid. Here you can show more.
              </T>
            </p>
            <PersonFields form="selfEdit" section="card" />
          </section>
          <section className="grid gap-1" aria-labelledby="profile-circulars">
            <h2 id="profile-circulars" className="text-22 pb-6px border-b mb-1">
              {t(personSections.circulars)}
            </h2>
            <p className="text-muted measure m-0">
              <T>
                Without them you read <Link to={paths.circulars}>{t('circulars on the site')}</Link>. Notices of the
                General Body and of elections, receipts and codes come in any case.
              </T>
            </p>
            <PersonFields form="selfEdit" section="circulars" />
          </section>
        </fieldset>
        <div className={`grid gap-2 justify-items-start no-print ${styles.end}`}>
          {saving && <UploadProgress fraction={progress} label={t('Saving your profile')} />}
          <Button type="submit" disabled={saving}>
            {saving ? t('Updating…') : t('Update')}
          </Button>
        </div>
      </form>
    </PersonFormProvider>
  );
}

/** The progress of a file on its way; after a failure, the way to send it again. */
function FileSaving({ file: { value, progress, error, retry }, label }: { file: OwnFile; label: string }) {
  if (progress !== null) return <UploadProgress fraction={progress} label={label} />;
  if (!value || error === undefined) return null;
  return (
    <div>
      <Button look="outlined" small onClick={retry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
