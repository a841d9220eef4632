import { type FormEvent, useState } from 'react';
import { type ImportRecord, mapImport } from '#shared/contracts/imports.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import {
  type ImportField,
  importFieldLabel,
  importFields,
  isOfMembers,
  missingImportFields,
  ownImportFields,
  wantedImportFields,
} from '#shared/import-fields.ts';
import { personField } from '#shared/person-fields.ts';
import { api } from '#web/lib/api.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { entriesOf, Select } from '#web/ui/forms/Select.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { ColumnChoices } from '#web/ui/tables/ColumnChoices.tsx';
import { valueText } from './wording.ts';

interface Props {
  record: ImportRecord;
  onMapped: (record: ImportRecord) => void;
  /** Absent if the columns must be chosen before anything else. */
  onCancel?: (() => void) | undefined;
}

/** Chooses the field of each column of a list, and the values that are the same in all rows. */
export function ImportColumns({ record, onMapped, onCancel }: Props) {
  const [fields, setFields] = useState(() => record.columns.map(({ field }) => field));
  const [constants, setConstants] = useState<Record<string, string>>(record.constants);
  const [place, setPlace] = useState({ sheet: record.sheet, headerRow: String(record.headerRow) });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const moved = place.sheet !== record.sheet || place.headerRow !== String(record.headerRow);
  const missing = wantedImportFields.filter((field) => !fields.includes(field));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    const mapping = Object.fromEntries(record.columns.map(({ index }, at) => [String(index), fields[at] ?? '']));
    const entries = Object.fromEntries(
      missing.flatMap((field) => (constants[field] ? [[field, constants[field]]] : [])),
    );
    try {
      const body = moved
        ? {
            ...(place.sheet !== record.sheet && { sheet: place.sheet }),
            ...(place.headerRow !== String(record.headerRow) && { headerRow: Number(place.headerRow) }),
          }
        : { mapping, constants: entries };
      const answer = await api(mapImport, { params: { id: record.id }, body });
      toast.success(answer.message);
      onMapped(answer.import);
    } catch (error) {
      if (error instanceof AppError) setErrors(error.fields ?? {});
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="card p-3" aria-label="Columns of the list">
      <FormStack disabled={busy}>
        <div className="grid gap-2 grid-cols-2-from-md">
          {record.sheets.length > 1 && (
            <Select
              label="Sheet"
              value={place.sheet}
              entries={entriesOf(record.sheets)}
              error={errors.sheet}
              disabled={busy}
              onChange={(sheet) => setPlace({ ...place, sheet })}
            />
          )}
          <TextField
            label="Heading row"
            value={place.headerRow}
            error={errors.headerRow}
            hint="As Excel numbers it"
            inputMode="numeric"
            onChange={(event) => setPlace({ ...place, headerRow: event.target.value.replace(/\D/g, '').slice(0, 7) })}
          />
        </div>
        {moved ? (
          <Note tone="info">The list is read again; then its columns are shown again.</Note>
        ) : (
          <>
            <ColumnChoices
              columns={record.columns.map(({ index, title, sample }) => ({ index, title, samples: [sample] }))}
              fields={importFields.map((value) => ({ value, label: importFieldLabel(value) }))}
              chosen={fields}
              disabled={busy}
              onChange={setFields}
            />
            <Needed fields={missingImportFields(new Set(fields))} />
            <Missing fields={missing} constants={constants} errors={errors} onChange={setConstants} />
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

interface MissingProps {
  fields: readonly ImportField[];
  constants: Record<string, string>;
  errors: FieldErrors;
  onChange: (constants: Record<string, string>) => void;
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
function Missing({ fields, constants, errors, onChange }: MissingProps) {
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
          const options =
            declared && 'options' in declared && declared.kind === 'choice' ? declared.options : undefined;
          const label = `${importFieldLabel(field)}, for all rows`;
          const give = (value: string) => onChange({ ...constants, [field]: value });
          return options ? (
            <Select
              key={field}
              label={label}
              value={constants[field] ?? ''}
              error={errors[field]}
              entries={[
                { value: '', label: 'None' },
                ...options.map((option) => ({ value: option, label: valueText(option) })),
              ]}
              onChange={give}
            />
          ) : (
            <TextField
              key={field}
              label={label}
              value={constants[field] ?? ''}
              error={errors[field]}
              onChange={(event) => give(event.target.value)}
            />
          );
        })}
      </div>
    </>
  );
}
