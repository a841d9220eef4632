import { type ImportRecord, mapImport } from '#shared/contracts/imports.ts';
import {
  type ImportField,
  importFieldLabel,
  importFields,
  isOfMembers,
  joinedImportFields,
  missingImportFields,
  ownImportFields,
  wantedImportFields,
} from '#shared/import-fields.ts';
import { personField } from '#shared/person-fields.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { type FormControl, useForm } from '#web/lib/forms/useForm.ts';
import { digits, Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { type ChosenColumns, ColumnChoices, chosenFields } from '#web/ui/tables/ColumnChoices.tsx';
import { valueText } from './wording.ts';

interface Props {
  record: ImportRecord;
  onMapped: (record: ImportRecord) => void;
  /** Absent if the columns must be chosen before anything else. */
  onCancel?: (() => void) | undefined;
}

/** Where the table stands, the field of each column, and by their names the fields that are the same in all rows. */
interface Values extends ChosenColumns, Partial<Record<ImportField, string>> {
  sheet: string;
  headerRow: string;
}

/** Chooses the field of each column of a list, and the values that are the same in all rows. */
export function ImportColumns({ record, onMapped, onCancel }: Props) {
  const { columns } = record;
  const place = { sheet: record.sheet, headerRow: String(record.headerRow) };
  const form = useForm<Values>(undefined, {
    ...record.constants,
    ...place,
    columns: columns.map(({ field }) => field),
  });
  const { control, busy } = form;
  const [sheet, headerRow, chosen] = useWatch(control, ['sheet', 'headerRow', 'columns']);
  const moved = sheet !== place.sheet || headerRow !== place.headerRow;
  const missing = wantedImportFields.filter((field) => !chosen.includes(field));

  const submit = form.send(async (values) => {
    const constants = Object.fromEntries(missing.flatMap((field) => (values[field] ? [[field, values[field]]] : [])));
    const body = moved
      ? {
          ...(sheet !== place.sheet && { sheet }),
          ...(headerRow !== place.headerRow && { headerRow: Number(headerRow) }),
        }
      : { mapping: chosenFields(columns, chosen), constants };
    const answer = await api(mapImport, { params: { id: record.id }, body });
    toast.success(answer.message);
    onMapped(answer.import);
  });

  return (
    <form noValidate onSubmit={submit} className="card p-3" aria-label="Columns of the list">
      <FormStack disabled={busy}>
        <div className="grid gap-2 grid-cols-2-from-md">
          {record.sheets.length > 1 && (
            <SelectField control={control} name="sheet" label="Sheet" options={record.sheets} chosenOnly />
          )}
          <Field control={control} name="headerRow" label="Heading row" hint="As Excel numbers it" {...digits(7)} />
        </div>
        {moved ? (
          <Note tone="info">The list is read again; then its columns are shown again.</Note>
        ) : (
          <>
            <ColumnChoices
              control={control}
              columns={columns.map(({ sample, ...column }) => ({ ...column, samples: [sample] }))}
              fields={importFields.map((value) => ({ value, label: importFieldLabel(value) }))}
              joined={joinedImportFields}
            />
            <p className="text-muted text-14">
              First name and last name in two columns: choose {importFieldLabel('name')} for both. They are joined in
              the order of the list.
            </p>
            <Needed fields={missingImportFields(new Set(chosen))} />
            <Missing control={control} fields={missing} />
          </>
        )}
        <div className="flex flex-wrap gap-1-2 mt-2">
          <Button type="submit" busy={busy}>
            {moved ? 'Read again' : 'Read with these columns'}
          </Button>
          {onCancel && (
            <Button look="outlined" onClick={onCancel} disabled={busy}>
              Cancel
            </Button>
          )}
        </div>
      </FormStack>
    </form>
  );
}

/** What a list cannot do without. */
function Needed({ fields }: { fields: readonly ImportField[] }) {
  if (fields.length === 0) return null;
  return (
    <Note tone="warning">
      A list needs a column with the name, and one with the e-mail, the mobile number or the member number.
    </Note>
  );
}

/** The fields without a column: one value for all rows, or asked of the members. */
function Missing({ control, fields }: { control: FormControl<Values>; fields: readonly ImportField[] }) {
  if (fields.length === 0) return null;
  const importColumns = fields.filter((field) => ownImportFields.includes(field));
  const common = fields.filter((field) => !ownImportFields.includes(field));
  return (
    <>
      <Note tone="info">
        {importColumns.length > 0 &&
          `Asked of the members when they log in: ${importColumns.map(importFieldLabel).join(', ')}. `}
        {common.length > 0 &&
          'What no column gives is asked of them, too, unless it is the same for all and given here.'}
      </Note>
      <div className="grid gap-2 grid-cols-2-from-md">
        {common.map((field) => {
          const declared = isOfMembers(field) ? undefined : personField(field);
          const parts = { control, name: field, label: `${importFieldLabel(field)}, for all rows` } as const;
          return declared && 'options' in declared && declared.kind === 'choice' ? (
            <SelectField
              key={field}
              {...parts}
              options={declared.options.map((value) => ({ value, label: valueText(value) }))}
              placeholder="None"
            />
          ) : (
            <Field key={field} {...parts} />
          );
        })}
      </div>
    </>
  );
}
