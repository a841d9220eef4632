import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { type ImportRecord, mapImport } from '#shared/contracts/imports.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import {
  type ImportField,
  importFieldLabel,
  importFields,
  neededImportFields,
  ownImportFields,
} from '#shared/import-fields.ts';
import { personField } from '#shared/person-fields.ts';
import { api } from '#web/lib/api.ts';
import { cut } from '#web/lib/format.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { Note } from '#web/ui/Note.tsx';
import styles from './Imports.module.css';
import { valueText } from './wording.ts';

interface Props {
  record: ImportRecord;
  onMapped: (record: ImportRecord) => void;
  /** Absent if the columns must be chosen before anything else. */
  onCancel?: (() => void) | undefined;
}

/** Chooses the field of each column of a list, and the values that are the same in all rows. */
export function MappingForm({ record, onMapped, onCancel }: Props) {
  const [fields, setFields] = useState(() => record.columns.map(({ field }) => field));
  const [constants, setConstants] = useState<Record<string, string>>(record.constants);
  const [place, setPlace] = useState({ sheet: record.sheet, headerRow: String(record.headerRow) });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const moved = place.sheet !== record.sheet || place.headerRow !== String(record.headerRow);
  const missing = neededImportFields.filter((field) => !fields.includes(field));

  const give = (index: number, field: string) =>
    setFields((before) => before.map((other, at) => (at === index ? field : other === field ? '' : other)));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    const mapping = Object.fromEntries(record.columns.map(({ index }, at) => [String(index), fields[at] ?? '']));
    const kept = Object.fromEntries(missing.flatMap((field) => (constants[field] ? [[field, constants[field]]] : [])));
    try {
      const body = moved
        ? {
            ...(place.sheet !== record.sheet && { sheet: place.sheet }),
            ...(place.headerRow !== String(record.headerRow) && { headerRow: Number(place.headerRow) }),
          }
        : { mapping, constants: kept };
      const answer = await api(mapImport, { params: { id: record._id }, body });
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
    <form noValidate onSubmit={(event) => void submit(event)} className="card pad-3" aria-label="Columns of the list">
      <FormStack disabled={busy}>
        <div className="stack two-from-md">
          {record.sheets.length > 1 && (
            <TextField
              select
              label="Sheet"
              value={place.sheet}
              error={Boolean(errors.sheet)}
              helperText={errors.sheet}
              onChange={(event) => setPlace({ ...place, sheet: event.target.value })}
            >
              {record.sheets.map((sheet) => (
                <MenuItem key={sheet} value={sheet}>
                  {sheet}
                </MenuItem>
              ))}
            </TextField>
          )}
          <TextField
            label="Row of the heads"
            value={place.headerRow}
            error={Boolean(errors.headerRow)}
            helperText={errors.headerRow ?? 'As Excel numbers it'}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            onChange={(event) => setPlace({ ...place, headerRow: event.target.value.replace(/\D/g, '').slice(0, 7) })}
          />
        </div>
        {moved ? (
          <Note tone="info">The list is read again; then its columns are shown again.</Note>
        ) : (
          <>
            <ul className="stack" aria-label="Columns">
              {record.columns.map(({ index, title, sample }, at) => (
                <li key={index} className={`stack gap-1 ${styles.column}`}>
                  <span className="breaks shrinks">
                    <strong>{title || `Column ${index + 1}`}</strong>
                    <span className="muted small block cut">{sample || 'Empty'}</span>
                  </span>
                  <TextField
                    select
                    size="small"
                    label={`${cut(title || `Column ${index + 1}`, 40)} gives`}
                    value={fields[at] ?? ''}
                    onChange={(event) => give(at, event.target.value)}
                    slotProps={{
                      select: { displayEmpty: true },
                      inputLabel: { shrink: true },
                    }}
                  >
                    <MenuItem value="">Not read</MenuItem>
                    {importFields.map((field) => (
                      <MenuItem key={field} value={field}>
                        {importFieldLabel(field)}
                      </MenuItem>
                    ))}
                  </TextField>
                </li>
              ))}
            </ul>
            <Missing fields={missing} constants={constants} errors={errors} onChange={setConstants} />
          </>
        )}
        <div className={`wraps ${styles.buttons}`}>
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

/** The required fields without a column: one value for all rows. */
function Missing({ fields, constants, errors, onChange }: MissingProps) {
  if (fields.length === 0) return null;
  const own = fields.filter((field) => ownImportFields.includes(field));
  const common = fields.filter((field) => !ownImportFields.includes(field));
  return (
    <>
      <Note tone="warning">
        {own.length > 0 && `These need a column each: ${own.map(importFieldLabel).join(', ')}. `}
        {common.length > 0 && 'What no column gives is asked for here once, for all rows.'}
      </Note>
      <div className="stack two-from-md">
        {common.map((field) => {
          const declared = field === 'memberNumber' || field === 'joinedOn' ? undefined : personField(field);
          const options =
            declared && 'options' in declared && declared.kind === 'choice' ? declared.options : undefined;
          return (
            <TextField
              key={field}
              select={options !== undefined}
              label={`${importFieldLabel(field)}, for all rows`}
              value={constants[field] ?? ''}
              error={Boolean(errors[field])}
              helperText={errors[field]}
              onChange={(event) => onChange({ ...constants, [field]: event.target.value })}
            >
              {options && [
                <MenuItem key="" value="">
                  None
                </MenuItem>,
                ...options.map((option) => (
                  <MenuItem key={option} value={option}>
                    {valueText(option)}
                  </MenuItem>
                )),
              ]}
            </TextField>
          );
        })}
      </div>
    </>
  );
}
