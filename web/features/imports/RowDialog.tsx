import { useState } from 'react';
import { changeImportRow, type ImportRow, type RowAction } from '#shared/contracts/imports.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { type ImportField, importFieldLabel, importFields } from '#shared/import-fields.ts';
import { paths } from '#shared/paths.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { resetForm } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { NewTabLink } from '#web/ui/page/NewTabLink.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import styles from './Imports.module.css';
import { duplicateLabels, nameOf, valueText } from './wording.ts';

interface Props {
  importId: string;
  row: ImportRow;
  editable: boolean;
  onClose: () => void;
  onSaved: (row: ImportRow) => void;
}

/** What is done with a row whose person may be there already, unless somebody says otherwise. */
const presentTexts: Record<RowAction, string> = {
  skip: 'This row is skipped.',
  complete: 'What is empty in the record that is there is filled in from this row.',
  create: 'This row becomes a member of its own.',
};

type Values = Partial<Record<ImportField, string>>;

/** What stands in a row: a text that could not be read as it is. */
const textsOf = ({ values, problems }: ImportRow): Values => ({
  ...Object.fromEntries(importFields.map((field) => [field, valueText(values[field])])),
  ...Object.fromEntries(problems.map(({ field, value }) => [field, value])),
});

const messagesOf = ({ problems }: ImportRow): FieldErrors =>
  Object.fromEntries(problems.map(({ field, message }) => [field, message]));

/** A row with its problems, to be corrected here, and beside it a possible duplicate. */
export function RowDialog({ importId, row, editable, onClose, onSaved }: Props) {
  const form = useForm<Values>(undefined, textsOf(row), { errors: messagesOf(row) });
  const { busy, control, isDirty } = form;
  const [all, setAll] = useState(false);
  const shown = all
    ? importFields
    : importFields.filter((field) => row.problems.some((problem) => problem.field === field));

  const save = (action?: RowAction) =>
    form.send(async (texts) => {
      const before = textsOf(row);
      const values = Object.fromEntries(
        Object.entries(texts).filter(([field, text]) => text !== before[field as ImportField]),
      );
      const body = { row: row.row, values, ...(action && { action }) };
      const answer = await api(changeImportRow, { params: { id: importId }, body });
      resetForm(control, textsOf(answer.row));
      onSaved(answer.row);
      const left = messagesOf(answer.row);
      if (answer.row.problems.length === 0) toast.success(answer.message);
      else throw new AppError('VALIDATION', 'Something in this row is still to be corrected.', { fields: left });
    });

  return (
    <ModalDialog
      open
      wide={row.duplicate !== null}
      title={`Row ${row.row}: ${nameOf(row)}`}
      onClose={onClose}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (editable && isDirty) void save()(event);
      }}
      actions={
        <>
          <Button look="outlined" onClick={onClose} disabled={busy}>
            {editable ? 'Cancel' : 'Close'}
          </Button>
          {editable && row.kind === 'care' && (
            <Button look="outlined" onClick={() => void save('skip')()} disabled={busy}>
              Skip this row
            </Button>
          )}
          {editable && (
            <Button type="submit" busy={busy} disabled={!isDirty}>
              Save
            </Button>
          )}
        </>
      }
    >
      <FormStack disabled={busy}>
        {row.duplicate && (
          <>
            <Note tone="info">
              {duplicateLabels[row.duplicate.by]} is there already.{row.action && ` ${presentTexts[row.action]}`}
              {row.duplicate.id && (
                <>
                  {' '}
                  <NewTabLink to={paths.admin.person(row.duplicate.id)}>Open that record</NewTabLink>
                </>
              )}
            </Note>
            {editable && row.action && (
              <Doubles
                by={row.duplicate.by}
                present={row.action}
                busy={busy}
                onChoose={(action) => void save(action)()}
              />
            )}
            <Compared row={row} duplicate={row.duplicate} />
          </>
        )}
        {shown.map((field) => (
          <Field
            key={field}
            control={control}
            name={field}
            label={importFieldLabel(field)}
            disabled={!editable}
            {...(field === 'specialisations' && { rows: 2 })}
          />
        ))}
        <Button look="text" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Hide the other fields' : 'Show all fields'}
        </Button>
      </FormStack>
    </ModalDialog>
  );
}

interface DoublesProps {
  by: NonNullable<ImportRow['duplicate']>['by'];
  present: RowAction;
  busy: boolean;
  onChoose: (action: RowAction) => void;
}

/** Whether the two are one person; what is done already is not offered again. */
function Doubles({ by, present, busy, onChoose }: DoublesProps) {
  const answers: { action: RowAction; label: string }[] = [
    { action: 'complete', label: 'Same person: merge' },
    { action: 'create', label: 'Another person' },
    { action: 'skip', label: 'Skip this row' },
  ];
  // An e-mail belongs to one member only.
  const offered = answers.filter(({ action }) => action !== present && !(action === 'create' && by === 'email'));
  return (
    <div className="flex flex-wrap gap-1">
      {offered.map(({ action, label }) => (
        <Button key={action} look="outlined" disabled={busy} onClick={() => onChoose(action)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The row and its possible duplicate side by side, with the differences marked. */
function Compared({ row, duplicate }: { row: ImportRow; duplicate: NonNullable<ImportRow['duplicate']> }) {
  const fields = importFields.filter((field) => valueText(row.values[field]) || valueText(duplicate.values[field]));
  return (
    <table className={`text-14 w-full ${styles.compared}`}>
      <caption className="sr-only">This row and anyone who seems to be the same person</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">This row</th>
          <th scope="col">{duplicate.row === null ? 'Is there' : `Row ${duplicate.row}`}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => {
          const [value, other] = [valueText(row.values[field]), valueText(duplicate.values[field])];
          return (
            <tr key={field} data-differs={value !== other || undefined}>
              <th scope="row">{importFieldLabel(field)}</th>
              <td>{value || '–'}</td>
              <td>{other || '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
