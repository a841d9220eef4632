import { useState } from 'react';
import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import {
  getShareSettings,
  type Percents,
  type ShareSettingsRecord,
  shareSettingsSchema,
  updateShareSettings,
} from '#shared/contracts/shares.ts';
import { membershipLabels, membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { resetForm, useRows } from '#web/lib/forms/useField.ts';
import { type FormControl, useForm } from '#web/lib/forms/useForm.ts';
import { counted, formatDay } from '#web/lib/languages/format.ts';
import { useStateNames } from '#web/lib/login/office.ts';

import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { entriesOf, Select } from '#web/ui/forms/Select.tsx';
import { useConflict } from '#web/ui/forms/useConflict.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { formatBalance } from './wording.ts';

const text = messages.shares;
const percent = z.string().regex(/^\s*(\d{1,2}(\.\d{1,2})?|100(\.0{1,2})?)?\s*$/, { error: text.percent });
const percents = z.object({ patron: percent, lifetime: percent, individual: percent });
type Typed = z.output<typeof percents>;
const fieldOf = {
  'Patron member': 'patron',
  'lifetime member': 'lifetime',
  'Individual member': 'individual',
} as const satisfies Record<(typeof membershipValues)[number], keyof Typed>;

const schema = z.object({
  enabled: z.boolean(),
  from: z.string(),
  percent: percents,
  states: z.array(percents.extend({ state: z.string() })),
});
type Values = z.output<typeof schema>;

const typedOf = (percents: Percents): Typed =>
  Object.fromEntries(membershipValues.map((value) => [fieldOf[value], String(percents[value] ?? '')])) as Typed;
const percentsOf = (typed: Typed): Percents =>
  Object.fromEntries(
    membershipValues.flatMap((value) => {
      const text = typed[fieldOf[value]].trim();
      return text === '' ? [] : [[value, Number(text)]];
    }),
  );
const valuesOf = ({ enabled, from, percent: given, byState }: ShareSettingsRecord): Values => ({
  enabled,
  from: from ?? '',
  percent: typedOf(given),
  states: Object.entries(byState).map(([state, percents]) => ({ state, ...typedOf(percents) })),
});
const settingsOf = ({ enabled, from, percent: given, states }: Values) =>
  shareSettingsSchema.parse({
    enabled,
    from: from || null,
    percent: percentsOf(given),
    byState: Object.fromEntries(states.map(({ state, ...own }) => [state, percentsOf(own)])),
  });

interface Props {
  mayChange: boolean;
  onClose: () => void;
  reload: () => void;
}

/** The percentages of each membership that belong to the States, and States with their own. */
export function ShareSettingsDialog(props: Props) {
  const load = useLoad(getShareSettings, {});
  return load.data ? (
    <SettingsForm {...props} record={load.data.data} again={load.reload} />
  ) : (
    <ModalDialog open title="Percentages" onClose={props.onClose}>
      <Loaded of={load}>{() => null}</Loaded>
    </ModalDialog>
  );
}

interface FormProps extends Props {
  record: ShareSettingsRecord;
  again: () => void;
}

function SettingsForm({ record, mayChange, onClose, reload, again }: FormProps) {
  const current = valuesOf(record);
  const form = useForm(checkedBy(schema), current);
  const { control } = form;
  const rows = useRows(control, 'states');
  const states = useStateNames() ?? [];
  const conflict = useConflict(record.version, again, () => resetForm(form.control, current));
  const { close, question } = useDiscardQuestion(form.isDirty, onClose);
  const [pending, setPending] = useState<{ values: Values; receipts: number; share: number }>();
  const busy = form.busy;
  const chosen = rows.rows.map(({ row }) => row.state);

  const save = async (values: Values) => {
    const { message } = await api(updateShareSettings, { body: { ...settingsOf(values), version: record.version } });
    toast.success(message);
    onClose();
    reload();
  };
  const send = form.send(async (values) => {
    try {
      const body = { ...settingsOf(values), version: record.version, preview: true };
      const { filled } = await api(updateShareSettings, { body });
      if (filled.receipts === 0) await save(values);
      else setPending({ values, ...filled });
    } catch (error) {
      if (!conflict.check(error)) throw error;
    }
  });

  return (
    <ModalDialog
      open
      title="Percentages"
      onClose={close}
      busy={busy}
      {...(mayChange ? { onSubmit: send } : {})}
      actions={
        mayChange ? (
          <FormActions busy={busy} submitLabel="Save" onCancel={close} />
        ) : (
          <Button onClick={close}>Close</Button>
        )
      }
    >
      {conflict.notice}
      <FormStack disabled={busy || !mayChange}>
        <p className="m-0">
          A part of each receipt belongs to the State of the person. A change counts from the next receipt on.
        </p>
        <CheckField control={control} name="enabled" label="Receipts are shared with the States" />
        <DateField
          control={control}
          name="from"
          label="Receipts since"
          hint="The first day whose receipts are shared; empty: today"
        />
        <PercentFields control={control} prefix="percent" legend="All States, in per cent" />
        {rows.rows.map(({ key, row: { state } }, index) => (
          <div key={key} className="grid gap-1">
            <PercentFields control={control} prefix={`states.${index}`} legend={`${state}, in per cent`} />
            {mayChange && (
              <Button small look="text" danger className="justify-items-start" onClick={() => rows.remove(index)}>
                {`Remove ${state}`}
              </Button>
            )}
          </div>
        ))}
        {mayChange && (
          <Select
            label="A State with percentages of its own"
            value=""
            entries={[{ value: '', label: 'Select' }, ...entriesOf(states.filter((state) => !chosen.includes(state)))]}
            onChange={(state) => {
              if (state !== '') rows.append({ state, patron: '', lifetime: '', individual: '' });
            }}
          />
        )}
      </FormStack>
      {question}
      {pending && (
        <ConfirmDialog
          open
          title="Share earlier receipts too?"
          confirmLabel="Save and share"
          onConfirm={() => save(pending.values)}
          onClose={() => setPending(undefined)}
        >
          {`${counted(pending.receipts, 'receipt')} since ${formatDay(pending.values.from || clock.today())} ${pending.receipts === 1 ? 'has' : 'have'} no share yet. With these percentages ${formatBalance(pending.share)} of ${pending.receipts === 1 ? 'it' : 'them'} will belong to the States. This happens once and is not undone by another percentage.`}
        </ConfirmDialog>
      )}
    </ModalDialog>
  );
}

type Control = FormControl<Values>;

function PercentFields(props: { control: Control; prefix: 'percent' | `states.${number}`; legend: string }) {
  const { control, prefix, legend } = props;
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold mb-1">{legend}</legend>
      <div className="grid gap-2 grid-cols-2-from-sm">
        {membershipValues.map((value) => (
          <Field
            key={value}
            control={control}
            name={`${prefix}.${fieldOf[value]}`}
            label={membershipLabels[value]}
            inputMode="decimal"
            hint={prefix === 'percent' ? 'Empty: nothing' : 'Empty: as for all States'}
          />
        ))}
      </div>
    </fieldset>
  );
}
