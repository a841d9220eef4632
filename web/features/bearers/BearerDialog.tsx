import type { z } from 'zod';
import {
  bearerSchema,
  createBearer,
  handOverBearer,
  type OfficeBearer,
  updateBearer,
} from '#shared/contracts/bearers.ts';
import { limits } from '#shared/limits.ts';
import type { EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { type Form, useForm } from '#web/lib/forms/useForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';

const valuesOf = (row: OfficeBearer | null) => ({
  office: row?.office ?? '',
  memberNumber: row?.memberNumber ?? '',
  name: row?.memberNumber ? '' : (row?.name ?? ''),
  address: row?.address ?? '',
  occupation: row?.occupation ?? '',
  from: row?.from ?? '',
  until: row?.until ?? '',
  showPhoto: row?.showPhoto ?? false,
  several: row?.several ?? false,
});
type Values = ReturnType<typeof valuesOf>;
const holder = bearerSchema.pick({ memberNumber: true, name: true, address: true, occupation: true, showPhoto: true });

function Holder({ control }: Pick<Form<z.input<typeof holder>>, 'control'>) {
  return (
    <>
      <Field
        control={control}
        name="memberNumber"
        label="Member number"
        maxLength={limits.memberNumberLength}
        hint="Of a member: name and State come from the record."
      />
      <Field
        control={control}
        name="name"
        label="Name"
        maxLength={limits.nameLength}
        hint="Of somebody who is no member; leave it empty beside a member number."
      />
      <Field
        control={control}
        name="address"
        label="Address"
        rows={2}
        maxLength={limits.textLength}
        hint="For the annual list alone; empty: district and State of the member."
      />
      <Field
        control={control}
        name="occupation"
        label="Occupation"
        maxLength={limits.lineLength}
        hint="For the annual list alone; empty: the member’s designation."
      />
      <CheckField
        control={control}
        name="showPhoto"
        label="Show the member’s picture"
        hint="It is shown only while the member’s card may show it too."
      />
    </>
  );
}

/** Adds or changes a term of office. */
export function BearerDialog({ row, ...dialog }: EditDialogProps<OfficeBearer>) {
  const current = valuesOf(row);
  const form = useForm(checkedBy(bearerSchema), current);
  const { control } = form;
  return (
    <FormDialog
      {...dialog}
      title={row ? 'Edit term' : 'Add term'}
      submitLabel={row ? 'Save' : 'Add'}
      form={form as Form<Values>}
      current={current}
      version={row?.version}
      save={({ memberNumber, name, until, ...values }) => {
        // An unchanged member or name is not sent.
        const isSame = memberNumber === current.memberNumber && name === current.name;
        const body = { ...values, until: until || null, ...(row && isSame ? {} : { memberNumber, name }) };
        return row
          ? api(updateBearer, { params: { id: row.id }, body: { ...body, version: row.version } })
          : api(createBearer, { body: { ...body, memberNumber, name } });
      }}
    >
      <Field
        control={control}
        name="office"
        label="Office"
        required
        maxLength={limits.lineLength}
        placeholder="General Secretary"
      />
      <Holder control={control} />
      <DateField control={control} name="from" label="From" required />
      <DateField control={control} name="until" label="Until" hint="The last day; empty while no end is set." />
      <CheckField
        control={control}
        name="several"
        label="Several people hold this office at the same time"
        hint="As Executive Members do."
      />
    </FormDialog>
  );
}

const successor = holder.extend({ until: bearerSchema.shape.from });

/** Ends a term of office and starts the successor's on the next day. */
export function HandOverDialog({
  row,
  onClose,
  reload,
}: {
  row: OfficeBearer;
  onClose: () => void;
  reload: () => void;
}) {
  const { office: _office, from: _from, several: _several, ...current } = { ...valuesOf(null), until: '' };
  const form = useForm(checkedBy(successor), current);
  const { control } = form;
  return (
    <FormDialog
      title={`Hand over: ${row.office}`}
      submitLabel="Hand over"
      form={form}
      current={current}
      version={row.version}
      onClose={onClose}
      reload={reload}
      save={(values) => api(handOverBearer, { params: { id: row.id }, body: { ...values, version: row.version } })}
    >
      <DateField
        control={control}
        name="until"
        label={`Last day of ${row.name}`}
        required
        min={row.from}
        hint="The next term begins on the day after."
      />
      <Holder control={control} />
    </FormDialog>
  );
}
