import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import {
  type Authorisation,
  authoriseDeduction,
  authoriseSchema,
  consentLetter,
  ownAuthorisation,
  sendSignedLetter,
  withdrawAuthorisation,
} from '#shared/contracts/authorisations.ts';
import { listPayingOffices } from '#shared/contracts/checkoff.ts';
import { monthOf } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { formatRupees } from '#shared/money.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { type ApiAnswer, api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { resetForm, useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatMonth } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FilePickerField } from '#web/ui/forms/FilePickerField.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

type Own = ApiAnswer<typeof ownAuthorisation>;

/** The deduction of the subscription from the salary: asked for, signed, confirmed, withdrawn. */
export function FromSalary() {
  const load = useLoad(ownAuthorisation, {});
  return (
    <Loaded of={load}>
      {(deduction) =>
        deduction.enabled || deduction.authorisation || deduction.history.length > 0 ? (
          <section aria-labelledby="from-salary">
            <h2 id="from-salary" className="text-22 mb-1">
              {t('Pay from my salary')}
            </h2>
            <Deduction own={deduction} reload={load.reload} />
          </section>
        ) : null
      }
    </Loaded>
  );
}

function Deduction({ own, reload }: { own: Own; reload: () => void }) {
  const { authorisation, transfer, offer } = own;
  const [asking, setAsking] = useState(false);
  const thisMonth = monthOf(clock.today());
  const ending = own.history.find(({ state, until }) => state === 'withdrawn' && until !== null && until >= thisMonth);
  const done = () => {
    setAsking(false);
    reload();
  };
  return (
    <div className="grid gap-2">
      {authorisation && <Live authorisation={authorisation} reload={reload} />}
      {transfer && <Live authorisation={transfer} reload={reload} />}
      {ending && (
        <p className="m-0 measure">
          <T>
            You have withdrawn the deduction by {placeOf(ending)}. Its last month is {formatMonth(ending.until!)}.
          </T>
        </p>
      )}
      {!authorisation && offer && (
        <p className="text-muted measure">
          {offer.deduction === 'yearly'
            ? t(
                `Your paying office deducts ${formatRupees(offer.amount)} once a year, from the salary of ${formatMonth(offer.from)} on, and sends it to the association. Until then the subscription can be paid as before.`,
              )
            : t(
                `Your paying office deducts ${formatRupees(offer.amount)} a month, from the salary of ${formatMonth(offer.from)} on, and sends it to the association. Until then the subscription can be paid as before.`,
              )}
        </p>
      )}
      {offer &&
        (asking ? (
          <AskForm onDone={done} />
        ) : (
          <div>
            <Button look="outlined" onClick={() => setAsking(true)}>
              {authorisation ? t('I have another paying office or number') : t('Ask for the deduction')}
            </Button>
          </div>
        ))}
    </div>
  );
}

const placeOf = ({ office, officeName }: Authorisation) => office?.name ?? officeName;

function Live({ authorisation, reload }: { authorisation: Authorisation; reload: () => void }) {
  const { id, state, amount, from, signed } = authorisation;
  const [withdrawing, setWithdrawing] = useState(false);
  const letter = (language: 'en' | 'hi') => () => api(consentLetter, { params: { id }, query: { language } });
  const withdraw = async () => {
    toast.success((await api(withdrawAuthorisation, { params: { id }, body: {} })).message);
    reload();
  };
  return (
    <div className="card p-3 grid gap-2">
      <p className="m-0">
        <strong>{placeOf(authorisation)}</strong>
        {t(
          `, employee number ${authorisation.employeeNumber}: ${formatRupees(amount)} from the salary of ${formatMonth(from)} on.`,
        )}{' '}
        {state === 'confirmed'
          ? t('The association has confirmed it.')
          : signed
            ? t('The office looks at your signed letter.')
            : t('Please sign the letter, and send it here or bring it to the office.')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <DownloadButton name="consent.pdf" load={letter('en')}>
          {t('Letter')}
        </DownloadButton>
        <DownloadButton name="consent-hindi.pdf" load={letter('hi')}>
          {t('Letter in Hindi')}
        </DownloadButton>
        <Button look="outlined" onClick={() => setWithdrawing(true)}>
          {t('Withdraw')}
        </Button>
      </div>
      {state === 'asked' && <SignedLetter id={id} reload={reload} />}
      {withdrawing && (
        <ConfirmDialog
          open
          title={t('Withdraw the deduction?')}
          confirmLabel={t('Withdraw')}
          onConfirm={withdraw}
          onClose={() => setWithdrawing(false)}
        >
          {state === 'confirmed'
            ? t('It is still deducted until the month before the next change takes effect.')
            : t('Nothing will be deducted.')}
        </ConfirmDialog>
      )}
    </div>
  );
}

function SignedLetter({ id, reload }: { id: string; reload: () => void }) {
  const form = useForm<{ file: File | null }>(undefined, { file: null });
  const file = useWatch(form.control, 'file');
  const send = form.send(async () => {
    if (!file) return;
    toast.success((await api(sendSignedLetter, { params: { id }, body: {}, files: { file } })).message);
    resetForm(form.control, { file: null });
    reload();
  });
  return (
    <form className="grid gap-2" noValidate onSubmit={send} aria-label={t('Signed letter')}>
      <FilePickerField
        control={form.control}
        name="file"
        label={t('Signed letter')}
        accept="any"
        disabled={form.busy}
        taken={t('A PDF or a picture, 10 MB at most.')}
      />
      <div>
        <Button type="submit" disabled={!file} busy={form.busy}>
          {t('Send the signed letter')}
        </Button>
      </div>
    </form>
  );
}

function AskForm({ onDone }: { onDone: () => void }) {
  const form = useForm(checkedBy(authoriseSchema), { officeName: '', employeeNumber: '' });
  const name = useWatch(form.control, 'officeName') ?? '';
  const load = useLoad(listPayingOffices, { query: { search: name } });
  const [officeId, setOfficeId] = useState('');
  const offices = name.trim().length < 2 ? [] : (load.data?.data ?? []);
  const entries = [
    { value: '', label: t('None of these') },
    ...offices.map(({ id, name: label, district, state }) => ({
      value: id,
      label: [label, district, state].filter((part) => part !== '').join(', '),
    })),
  ];
  return (
    <form
      noValidate
      onSubmit={form.send(async (values) => {
        // What was typed since may no longer find the office that was chosen.
        const of = offices.some(({ id }) => id === officeId) ? { officeId } : {};
        toast.success((await api(authoriseDeduction, { body: { ...values, ...of } })).message);
        onDone();
      })}
    >
      <FormStack>
        <Field
          control={form.control}
          name="officeName"
          label={t('Paying office (DDO)')}
          required
          maxLength={limits.lineLength}
          hint={t('The office that draws your salary. Write two letters or more to find it.')}
        />
        {offices.length > 0 && (
          <Select
            label={t('Found in the list')}
            name="officeId"
            value={officeId}
            entries={entries}
            onChange={setOfficeId}
          />
        )}
        <Field
          control={form.control}
          name="employeeNumber"
          label={t('Employee number')}
          required
          maxLength={limits.localityLength}
          hint={t('As it stands on your pay slip.')}
        />
        <div>
          <Button type="submit" busy={form.busy}>
            {t('Ask for the deduction')}
          </Button>
        </div>
      </FormStack>
    </form>
  );
}
