import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import {
  noticeDays,
  noticeNames,
  previewSubscription,
  type SubscriptionSettings,
  subscriptionChanges,
  updateSubscription,
} from '#shared/contracts/subscription.ts';
import { financialYearOf, nextFinancialYear } from '#shared/financial-year.ts';
import { formatRupees } from '#shared/money.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { counted, longMonths } from '#web/lib/languages/format.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { digits, Field } from '#web/ui/forms/Field.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { useRecordForm } from '#web/ui/forms/useRecordForm.tsx';
import styles from './SubscriptionForm.module.css';

const monthOptions = longMonths.map((label, index) => ({ value: String(index + 1), label: `From ${label} on` }));
/** In the order of the financial year. */
const months = [...monthOptions.slice(3), ...monthOptions.slice(0, 3)];

const noticeLabel = (days: number) => (days === 0 ? 'First notice when it falls due' : `Reminder after ${days} days`);

/** The years to choose from: the current one, the next two, and the stored one. */
function yearsBeside(chosen: string) {
  const running = financialYearOf(clock.today());
  const next = nextFinancialYear(running);
  return [...new Set([chosen, running, next, nextFinancialYear(next)])].sort().map((value) => ({
    value,
    label: value === running ? `${value} (the running year, at once)` : value,
  }));
}

const formValues = (settings: SubscriptionSettings) => ({
  enabled: settings.enabled,
  amount: String(settings.amount),
  firstYear: settings.firstYear,
  yearOfApproval: settings.yearOfApproval,
  freeFromMonth: String(settings.freeFromMonth ?? ''),
  payableFrom: String(settings.payableFrom ?? ''),
  reminders: settings.reminders,
  lapseAfterDays: String(settings.lapseAfterDays ?? ''),
  lapsedKeeps: settings.lapsedKeeps,
});
type Values = ReturnType<typeof formValues>;
/** Who is asked depends on these. */
const rules = ['firstYear', 'yearOfApproval', 'freeFromMonth'] as const;

export function SubscriptionForm({ settings, onSaved }: { settings: SubscriptionSettings; onSaved: () => void }) {
  const current = formValues(settings);
  const record = useRecordForm({
    schema: subscriptionChanges,
    current,
    version: settings.version,
    save: (values) => api(updateSubscription, { body: { ...values, version: settings.version } }),
    onSaved,
  });
  const { form, send } = record;
  const { control } = form;
  const shown = useWatch(control) as Values;
  const [question, setQuestion] = useState<Values>();
  const submit = form.send(async (values) => {
    const typed = values as Values;
    const asksMore = !settings.enabled || rules.some((name) => typed[name] !== current[name]);
    if (typed.enabled && asksMore) setQuestion(typed);
    else await send(typed);
  });
  return (
    <RecordForm
      label="Annual subscription"
      record={record}
      onSubmit={submit}
      beside={{
        title: 'What this asks for',
        content: (
          <>
            <SubscriptionPreview values={shown} />
            <p className="m-0">
              The subscription falls due on 1 April, and at once when it is turned on for the running year; on the day
              of the approval where that year is asked for beside the admission. Members pay under My Membership; the
              office receives it under Payments.
            </p>
          </>
        ),
      }}
    >
      <CheckField control={control} name="enabled" label="Ask members for the annual subscription" />
      <Field
        control={control}
        name="amount"
        label="Amount in rupees a year"
        required
        {...digits(8)}
        hint="Payments that have been asked for keep their amount"
      />
      <SelectField
        control={control}
        name="firstYear"
        label="First year it is asked for"
        required
        chosenOnly
        options={yearsBeside(settings.firstYear)}
      />
      <SelectField
        control={control}
        name="yearOfApproval"
        label="The year of the approval"
        chosenOnly
        options={[
          { value: 'included', label: 'Paid by the admission' },
          { value: 'extra', label: 'Asked for beside the admission' },
        ]}
      />
      {shown.yearOfApproval === 'extra' && (
        <SelectField
          control={control}
          name="freeFromMonth"
          label="Anyone who is approved late in the year pays from the next year"
          placeholder="No: everybody pays from the approval"
          options={months}
        />
      )}
      <SelectField
        control={control}
        name="payableFrom"
        label="Members may pay the next year early"
        placeholder="No: not before 1 April"
        options={months}
      />
      <fieldset className={`border rounded justify-items-start ${styles.notices} grid px-2 py-1`}>
        <legend>Mails to members who have not paid</legend>
        {noticeNames.map((name) => (
          <CheckField key={name} control={control} name={`reminders.${name}`} label={noticeLabel(noticeDays[name])} />
        ))}
      </fieldset>
      <Field
        control={control}
        name="lapseAfterDays"
        label="Days after which an unpaid membership counts as lapsed"
        {...digits(4)}
        hint="Empty: it never does"
      />
      <SelectField
        control={control}
        name="lapsedKeeps"
        label="What a lapsed member keeps"
        chosenOnly
        options={[
          { value: 'everything', label: 'Everything' },
          { value: 'noDirectory', label: 'Everything but the directory' },
        ]}
      />
      {question && (
        <ConfirmDialog
          open
          title={settings.enabled ? 'Change who is asked?' : 'Ask for the annual subscription?'}
          confirmLabel={settings.enabled ? 'Change' : 'Turn on'}
          onConfirm={() => send(question)}
          onClose={() => setQuestion(undefined)}
        >
          <SubscriptionPreview values={question} />
        </ConfirmDialog>
      )}
    </RecordForm>
  );
}

/** The number of members whom these settings would charge, and the amount. */
function SubscriptionPreview({
  values: { amount, firstYear, yearOfApproval, freeFromMonth },
}: {
  values: Pick<Values, 'amount' | (typeof rules)[number]>;
}) {
  const query = { amount, firstYear, yearOfApproval, freeFromMonth };
  const isRight = subscriptionChanges.safeParse(query).success;
  const { data, failed, loading } = useLoad(previewSubscription, isRight ? { query } : null);
  if (!isRight) return null;
  if (failed && !loading) return <p>The number of members could not be found out.</p>;
  if (!data) return <p role="status">Counting the members …</p>;
  const { members, amount: inAll } = data.data;
  return (
    <p role="status">
      {members === 0
        ? `Nobody is left to be asked for ${firstYear}.`
        : `For ${firstYear}: ${counted(members, 'member')}, ${formatRupees(inAll)} in all.`}
    </p>
  );
}
