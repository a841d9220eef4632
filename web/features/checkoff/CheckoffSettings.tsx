import { z } from 'zod';
import {
  type CheckoffSettingsRecord,
  checkoffSettingsSchema,
  checkoffTexts,
  getCheckoffSettings,
  updateCheckoffSettings,
} from '#shared/contracts/checkoff.ts';
import {
  getTallySettings,
  type TallySettings,
  tallyLedgers,
  tallyNames,
  updateTallySettings,
} from '#shared/contracts/tally.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { longMonths } from '#web/lib/languages/format.ts';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { digits, Field } from '#web/ui/forms/Field.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { useRecordForm } from '#web/ui/forms/useRecordForm.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

const months = longMonths.map((label, index) => ({ value: String(index + 1), label }));

/** The rules of deductions, and the names under which Tally books the ledger. */
export function CheckoffSettings() {
  const rules = useLoad(getCheckoffSettings, {});
  const tally = useLoad(getTallySettings, {});
  return (
    <div className="grid gap-5 max-w-760">
      <section aria-labelledby="deduction-rules">
        <h2 id="deduction-rules" className="text-18 mb-2">
          Paying from the salary
        </h2>
        <Loaded of={rules}>{({ data }) => <RulesForm settings={data} onSaved={rules.reload} />}</Loaded>
      </section>
      <section aria-labelledby="tally-names" className="mt-5 pt-4 border-t">
        <h2 id="tally-names" className="text-18 mb-2">
          Names in Tally
        </h2>
        <Loaded of={tally}>{({ data }) => <TallyForm settings={data} onSaved={tally.reload} />}</Loaded>
      </section>
    </div>
  );
}

const rulesSchema = checkoffSettingsSchema.extend({
  optionMonth: z.string(),
  effectiveMonth: z.string(),
  dueDay: z.string().regex(/^\s*([1-9]|1\d|2[0-8])\s*$/, { error: checkoffTexts.dueDay }),
});

function RulesForm({ settings, onSaved }: { settings: CheckoffSettingsRecord; onSaved: () => void }) {
  const { version, enabled, optionMonth, effectiveMonth, deduction, dueDay, texts } = settings;
  const record = useRecordForm({
    schema: rulesSchema,
    current: {
      enabled,
      optionMonth: String(optionMonth),
      effectiveMonth: String(effectiveMonth),
      deduction,
      dueDay: String(dueDay),
      texts,
    },
    version,
    save: (values) =>
      api(updateCheckoffSettings, {
        body: {
          ...values,
          optionMonth: Number(values.optionMonth),
          effectiveMonth: Number(values.effectiveMonth),
          dueDay: Number(values.dueDay),
          version,
        },
      }),
    onSaved,
  });
  const { control } = record.form;
  return (
    <RecordForm
      label="Paying from the salary"
      record={record}
      beside={{
        title: 'What this offers',
        content: (
          <>
            <p>
              Members ask under My Membership, print the letter and send it back signed. What is asked for by the end of
              the month of options takes effect in the month below of the same year, else of the next year; a withdrawal
              likewise. Authorisations that exist keep their month and amount.
            </p>
            <p className="m-0">
              The States have months of their own. One rule holds for all of them here; for a single authorisation the
              office chooses another month when it confirms it, with the reason.
            </p>
          </>
        ),
      }}
    >
      <CheckField control={control} name="enabled" label="Members may pay the subscription from their salary" />
      <SelectField
        control={control}
        name="optionMonth"
        label="Last month of options"
        required
        chosenOnly
        options={months}
      />
      <SelectField
        control={control}
        name="effectiveMonth"
        label="Month in which they take effect"
        required
        chosenOnly
        options={months}
      />
      <SelectField
        control={control}
        name="deduction"
        label="Deduction"
        required
        chosenOnly
        options={[
          { value: 'yearly', label: 'The year’s subscription once, in that month' },
          { value: 'monthly', label: 'A part of it each month' },
        ]}
      />
      <Field
        control={control}
        name="dueDay"
        label="Day of the next month on which a list is due"
        required
        {...digits(2)}
        hint="From 1 to 28. Who is authorised is reminded 60 days after it."
      />
      <Field
        control={control}
        name="texts.en"
        label="Consent in the letter"
        rows={5}
        maxLength={limits.textLength}
        hint="Empty: the usual text"
      />
      <Field
        control={control}
        name="texts.hi"
        label="Consent in the letter in Hindi"
        rows={5}
        maxLength={limits.textLength}
        hint="Empty: the usual text"
      />
    </RecordForm>
  );
}

const ledgerLabels: Record<(typeof tallyLedgers)[number], string> = {
  bank: 'Bank account',
  cash: 'Cash',
  gateway: 'Money at the payment gateway',
  admission: 'Admission fees',
  annual: 'Annual subscription',
  upgrade: 'Another tier',
  excess: 'More than was due',
  fees: 'Fees of the gateway',
  states: 'Payments to States',
};

function TallyForm({ settings, onSaved }: { settings: TallySettings; onSaved: () => void }) {
  const { version, company, ledgers } = settings;
  const record = useRecordForm({
    schema: tallyNames,
    current: { company, ledgers },
    version,
    save: (values) => api(updateTallySettings, { body: { ...values, version } }),
    onSaved,
  });
  const { control } = record.form;
  return (
    <RecordForm
      label="Names in Tally"
      record={record}
      beside={{
        title: 'What this is for',
        content: (
          <p className="m-0">
            A year’s ledger can be taken as vouchers for Tally, under Payments, with the receipts. Write the company and
            the ledgers as they are called in Tally: it creates no ledger that it does not know.
          </p>
        ),
      }}
    >
      <Field control={control} name="company" label="Company" required maxLength={100} />
      {tallyLedgers.map((key) => (
        <Field key={key} control={control} name={`ledgers.${key}`} label={ledgerLabels[key]} required maxLength={100} />
      ))}
    </RecordForm>
  );
}
