import { useEffect, useRef, useState } from 'react';
import { registerMember } from '#shared/contracts/registrations.ts';
import type { Tier } from '#shared/contracts/tiers.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { person, personSections } from '#shared/person.ts';
import { type NamesIn, namesIn } from '#shared/person-fields.ts';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { FileField } from '#web/features/members/fields/FileField.tsx';
import { PersonFormProvider } from '#web/features/members/fields/field-texts.ts';
import { PersonFields } from '#web/features/members/fields/PersonFields.tsx';
import { emptyPerson, type PersonValues } from '#web/features/members/fields/person-form.ts';
import { toSend } from '#web/features/members/fields/to-send.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { setValue } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { fromThisPage, t } from '#web/lib/languages/text.ts';
import { ErrorSummary } from '#web/ui/forms/ErrorSummary.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';
import { CheckAnswers } from './CheckAnswers.tsx';
import { KeptDraft } from './KeptDraft.tsx';
import type { Registered } from './registered.ts';
import { dropDraft, readDraft } from './registration-draft.ts';

/** The rules load while the form is filled in. */
const loadRules = () => import('./registration-rules.ts');
const rules = async () => (await loadRules()).rules;

const fields = namesIn('registration').map((name) => ({ name, label: person[name].label }));

interface Props {
  /** The tiers on offer. */
  tiers: readonly Tier[];
  /** The tier that was chosen on its card, and at once in the draft; another object for each choice. */
  choice: { membership?: string | undefined };
  /** The version of the terms that was accepted. */
  termsVersion: string;
  onRegistered: (registered: Registered) => void;
}

/** The public registration: step 1 of 3. */
export function RegistrationForm({ tiers, choice, termsVersion, onRegistered }: Props) {
  // The input before a reload.
  const [draft] = useState(readDraft);
  const form = useForm(
    checkedBy(rules),
    { ...emptyPerson('registration'), membership: choice.membership ?? '', ...draft },
    { summary: true },
  );
  const [progress, setProgress] = useState(0);
  const { control } = form;
  const sending = form.busy;

  // Another tier was chosen while the form is open.
  const previous = useRef(choice);
  useEffect(() => {
    if (previous.current === choice) return;
    previous.current = choice;
    if (choice.membership) setValue(control, 'membership', choice.membership);
  }, [choice, control]);

  // Prefetches the next step.
  useEffect(() => whenIdle(() => Promise.all([loadRules(), import('./PaymentStep.tsx')])), []);

  // The fields stay on the page, hidden: they have the chosen files, and a refusal leads back to them.
  const [answers, setAnswers] = useState<PersonValues<'registration'>>();
  const firstField = useRef<NamesIn<'registration'>>(undefined);
  const check = (values: PersonValues<'registration'>) => {
    // The browser's Back leads to the form as well.
    history.pushState(history.state, '');
    setAnswers(values);
  };
  useEffect(() => {
    if (!answers) return;
    const back = () => setAnswers(undefined);
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [answers]);
  useEffect(() => {
    if (answers || !firstField.current) return;
    control.fieldOf(firstField.current)?.focus();
    firstField.current = undefined;
    document.activeElement?.scrollIntoView({ block: 'center' });
  }, [answers, control]);
  const isWrong = Object.keys(form.errors).length > 0;
  useEffect(() => {
    if (!isWrong || !answers) return;
    // At once, since what is hidden takes no focus, and the step back in the history comes later.
    setAnswers(undefined);
    history.back();
  }, [isWrong, answers]);

  async function register(values: PersonValues<'registration'>) {
    if (!answers) return check(values);
    const { texts, files } = await toSend(values);
    const body = fromThisPage({ ...texts, termsVersion });
    setProgress(0);
    const { message, directory, application } = await api(registerMember, { body, files }, { onProgress: setProgress });
    dropDraft();
    toast.success(message);
    const { id, reference } = directory;
    onRegistered({ id, reference, application, membership: values.membership });
  }

  return (
    <PersonFormProvider value={control}>
      <form
        className="grid-cols-1 grid gap-5 max-w-960"
        noValidate
        aria-label={t('Registration')}
        onSubmit={form.send(register)}
      >
        <div className="grid-cols-1 grid gap-5" hidden={answers !== undefined}>
          <p className="text-muted m-0">
            <T>
              Fields marked <span className="text-bad">*</span> must be filled in. What you type is saved on this device
              until you continue or close this tab{draft && t('; only files have to be chosen again')}.
            </T>
          </p>
          <ErrorSummary control={control} fields={fields} />
          <fieldset className="grid-cols-1 grid gap-5" disabled={sending}>
            <FieldGroup title={personSections.membership}>
              <SelectField
                control={control}
                name="membership"
                label={person.membership.label}
                required
                options={tiers.map((tier) => ({
                  value: tier.membership,
                  label: `${t(membershipLabels[tier.membership])} · ${formatRupees(tier.fee)}`,
                }))}
              />
            </FieldGroup>
            <FieldGroup title={personSections.personal}>
              <PersonFields form="registration" section="personal" />
              <FileField form="registration" name="picture" />
            </FieldGroup>
            <FieldGroup title={personSections.locality}>
              <PersonFields form="registration" section="locality" />
            </FieldGroup>
            <FieldGroup title={personSections.professional}>
              <PersonFields form="registration" section="professional" />
              <FileField form="registration" name="document" />
            </FieldGroup>
          </fieldset>
        </div>
        {answers && (
          <CheckAnswers
            values={answers}
            tiers={tiers}
            onChange={(name) => {
              firstField.current = name;
              history.back();
            }}
          />
        )}
        <div className="grid gap-2 justify-items-start border-t pt-2">
          {sending && <UploadProgress fraction={progress} label={t('Sending your registration')} />}
          <button key={answers ? 'send' : 'check'} type="submit" className="button w-full-below-sm" disabled={sending}>
            {sending ? t('Sending …') : t('Continue')}
          </button>
          {answers && <p className="text-muted text-14 m-0">{t('Sends your registration. The payment comes next.')}</p>}
          <KeptDraft control={control} />
        </div>
      </form>
    </PersonFormProvider>
  );
}
