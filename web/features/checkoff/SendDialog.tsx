import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import { checkoffTexts, type PayingOfficeShown } from '#shared/contracts/checkoff.ts';
import { scheduleRowsAtMost, sendSchedule } from '#shared/contracts/schedules.ts';
import { AppError, type Failure, type FieldErrors } from '#shared/errors.ts';
import { addMonths, monthOf } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { setValue, useRows, useWatch } from '#web/lib/forms/useField.ts';
import { type FormControl, useForm } from '#web/lib/forms/useForm.ts';
import { counted } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FilePickerField } from '#web/ui/forms/FilePickerField.tsx';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';
import { ColumnChoices } from '#web/ui/tables/ColumnChoices.tsx';
import { OfficePicker } from './OfficePicker.tsx';
import { monthOptions } from './wording.ts';

const ways = [
  { value: 'file', label: 'From a file' },
  { value: 'rows', label: 'Type its rows' },
  { value: 'last', label: 'As the last received list of this office' },
] as const;
type Way = (typeof ways)[number]['value'];

interface TypedRow {
  employeeNumber: string;
  name: string;
  amount: string;
}
/** As lists write amounts: 1,000, 1000.50, Rs 1,000/-. */
const amountPattern = /^(?:rs\.?|₹)?\s*\d[\d,]*(?:\.\d{1,2})?(?:\/[-=])?$/i;
const blank: TypedRow = { employeeNumber: '', name: '', amount: '' };
const blankRows: readonly TypedRow[] = [blank, blank, blank];
const isBlank = ({ employeeNumber, name, amount }: TypedRow) => `${employeeNumber}${name}${amount}`.trim() === '';

interface Props {
  onClose: () => void;
  onRead: (id: string) => void;
}

interface Values {
  office: PayingOfficeShown | null;
  month: string;
  way: Way;
  file: File | null;
  rows: readonly TypedRow[];
  /** What each column of an unclear list gives. */
  columns: string[];
}

const columnFields = [
  { value: 'number', label: 'Employee number' },
  { value: 'name', label: 'Name' },
  { value: 'amount', label: 'What was deducted' },
] as const;

/** The columns of a list of which it is not clear what they hold, and the file that they are of. */
interface Unclear {
  file: File;
  columns: NonNullable<Failure['columns']>;
}

/** The number of the column for each field; null while one is missing. */
function mappingOf({ columns }: Unclear, chosen: readonly string[]): Record<string, number> | null {
  const of = columnFields.map(({ value }) => [value, columns[chosen.indexOf(value)]?.index] as const);
  return of.every(([, index]) => index !== undefined) ? (Object.fromEntries(of) as Record<string, number>) : null;
}

/** The rows without an amount that can be read. */
const wrongAmounts = ({ way, rows }: Values): FieldErrors =>
  Object.fromEntries(
    rows.flatMap((row, index) =>
      way !== 'rows' || isBlank(row) || amountPattern.test(row.amount.trim())
        ? []
        : [[`rows.${index}.amount`, checkoffTexts.amount]],
    ),
  );

/** Reads a paying office's list of deductions: a file, typed rows, or the last list again. */
export function SendDialog({ onClose, onRead }: Props) {
  const form = useForm<Values>(wrongAmounts, {
    office: null,
    // Lists come after the salary.
    month: addMonths(monthOf(clock.today()), -1),
    way: 'file',
    file: null,
    rows: blankRows,
    columns: [],
  });
  const { control, busy } = form;
  const [office, way, file, rows, chosen] = useWatch(control, ['office', 'way', 'file', 'rows', 'columns']);
  const [progress, setProgress] = useState<number>();
  const [lastUnclear, setUnclear] = useState<Unclear | null>(null);
  // Another file has other columns.
  const unclear = way === 'file' && lastUnclear?.file === file ? lastUnclear : null;
  const mapping = unclear && mappingOf(unclear, chosen);
  const typed = rows.filter((row) => !isBlank(row));
  const { close, question } = useDiscardQuestion(way === 'rows' && typed.length > 0, onClose);
  const isReady =
    office !== null &&
    (way === 'file' ? file !== null && (!unclear || mapping !== null) : way === 'rows' ? typed.length > 0 : true);

  const send = form.send(async ({ month }) => {
    const of = { officeId: office!.id, month, ...(mapping ? { mapping: JSON.stringify(mapping) } : {}) };
    const body =
      way === 'file' ? of : way === 'rows' ? { ...of, rows: JSON.stringify(typed) } : { ...of, like: 'last' as const };
    try {
      const files = way === 'file' ? { file: file! } : {};
      const options = way === 'file' ? { onProgress: setProgress } : {};
      const { message, schedule } = await api(sendSchedule, { body, files }, options);
      toast.success(message);
      onRead(schedule.id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'COLUMNS_UNCLEAR' || !error.columns || !file) throw error;
      setUnclear({ file, columns: error.columns });
      setValue(
        control,
        'columns',
        error.columns.map(() => ''),
      );
    } finally {
      setProgress(undefined);
    }
  });

  return (
    <ModalDialog
      open
      wide
      title="Read a list of deductions"
      onClose={close}
      busy={busy}
      onSubmit={send}
      actions={<FormActions busy={busy} disabled={!isReady} submitLabel="Read" onCancel={close} />}
    >
      <FormStack disabled={busy}>
        <OfficePicker label="Paying office" value={office} onChange={(chosen) => setValue(control, 'office', chosen)} />
        <SelectField control={control} name="month" label="Month of the salary" options={monthOptions()} chosenOnly />
        <RadioGroup label="Its rows" options={ways} value={way} onChange={(next) => setValue(control, 'way', next)} />
        {way === 'file' && (
          <FilePickerField
            control={control}
            name="file"
            label="List"
            accept="any"
            taken={`Excel or CSV, up to ${limits.fileBytes / 1024 / 1024} MB`}
            hint="With employee number, name and amount. A scanned list has to be typed."
          />
        )}
        {unclear && (
          <section className="grid gap-2" aria-labelledby="columns">
            <h3 id="columns" className="text-16 m-0">
              Its columns
            </h3>
            <p className="m-0 measure" role="status">
              Two columns of this list could hold the same. What you choose is kept for lists with the same headings.
            </p>
            <ColumnChoices
              control={control}
              columns={unclear.columns.map(({ name, ...column }) => ({ ...column, title: name }))}
              fields={columnFields}
            />
          </section>
        )}
        {way === 'file' && progress !== undefined && <UploadProgress fraction={progress} label="Sending" />}
        {way === 'rows' && <TypedRows control={control} />}
        {way === 'last' && (
          <p className="text-muted m-0 measure">
            For an office that sends no list: everybody of its last received list who is still authorised, with the same
            amounts.
          </p>
        )}
      </FormStack>
      {question}
    </ModalDialog>
  );
}

/** Rows to type; the last one is followed by another. */
function TypedRows({ control }: { control: FormControl<Values> }) {
  const { rows } = useRows(control, 'rows');
  const typed = rows.filter(({ row }) => !isBlank(row));
  return (
    <div className="grid gap-2">
      {rows.map(({ key }, index) => {
        const isLast = index === rows.length - 1 && rows.length < scheduleRowsAtMost;
        const onEdited = (text: string) => {
          // The values as they are with this text.
          if (isLast && text.trim() !== '') setValue(control, 'rows', [...control.values.rows, blank]);
        };
        return (
          <fieldset key={key} className="grid gap-1 grid-cols-3-from-md">
            <legend className="sr-only">Row {index + 1}</legend>
            <Field
              control={control}
              name={`rows.${index}.employeeNumber`}
              label={`Employee number, row ${index + 1}`}
              maxLength={limits.localityLength}
              onEdited={onEdited}
            />
            <Field
              control={control}
              name={`rows.${index}.name`}
              label={`Name, row ${index + 1}`}
              maxLength={limits.nameLength}
              onEdited={onEdited}
            />
            <Field
              control={control}
              name={`rows.${index}.amount`}
              label={`Amount, row ${index + 1}`}
              inputMode="decimal"
              maxLength={20}
              onEdited={onEdited}
            />
          </fieldset>
        );
      })}
      <p className="text-muted text-14 m-0" role="status">
        {counted(typed.length, 'row')} typed.
      </p>
      {typed.length > 0 && (
        <div>
          <Button small look="text" onClick={() => setValue(control, 'rows', blankRows)}>
            Empty all rows
          </Button>
        </div>
      )}
    </div>
  );
}
