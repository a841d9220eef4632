import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import { checkoffTexts, type PayingOfficeShown } from '#shared/contracts/checkoff.ts';
import { scheduleRowsAtMost, sendSchedule } from '#shared/contracts/schedules.ts';
import { AppError } from '#shared/errors.ts';
import { addMonths, monthOf } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/counted.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { FilePicker } from '#web/ui/forms/FilePicker.tsx';
import { FormActions } from '#web/ui/forms/FormStack.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';
import { OfficePicker } from './OfficePicker.tsx';
import { monthOptions } from './wording.ts';

const ways = [
  { value: 'file', label: 'From a file' },
  { value: 'rows', label: 'Type its rows' },
  { value: 'last', label: 'As the last received list of this office' },
] as const;
type Way = (typeof ways)[number]['value'];

interface TypedRow {
  id: number;
  employeeNumber: string;
  name: string;
  amount: string;
}
/** As lists write amounts: 1,000, 1000.50, Rs 1,000/-. */
const amountPattern = /^(?:rs\.?|₹)?\s*\d[\d,]*(?:\.\d{1,2})?(?:\/[-=])?$/i;
const blank = (id: number): TypedRow => ({ id, employeeNumber: '', name: '', amount: '' });
const isBlank = ({ employeeNumber, name, amount }: TypedRow) => `${employeeNumber}${name}${amount}`.trim() === '';

interface Props {
  onClose: () => void;
  onRead: (id: string) => void;
}

/** Reads a paying office's list of deductions: a file, typed rows, or the last list again. */
export function SendDialog({ onClose, onRead }: Props) {
  const [office, setOffice] = useState<PayingOfficeShown | null>(null);
  // Lists come after the salary.
  const [month, setMonth] = useState(addMonths(monthOf(clock.today()), -1));
  const [way, setWay] = useState<Way>('file');
  const [file, setFile] = useState<File | null>(null);
  const [rows, setRows] = useState<readonly TypedRow[]>([blank(0), blank(1), blank(2)]);
  const [problem, setProblem] = useState('');
  const [tried, setTried] = useState(false);
  const [progress, setProgress] = useState<number>();
  const { busy, run } = useSingleRun();
  const typed = rows.filter((row) => !isBlank(row));
  const { close, question } = useDiscardQuestion(way === 'rows' && typed.length > 0, onClose);
  const isReady = office !== null && (way === 'file' ? file !== null : way === 'rows' ? typed.length > 0 : true);

  const wrong = new Set(typed.filter(({ amount }) => !amountPattern.test(amount.trim())).map(({ id }) => id));
  const send = () =>
    run(async () => {
      setProblem('');
      setTried(true);
      if (way === 'rows' && wrong.size > 0) return;
      try {
        const of = { officeId: office!.id, month };
        const { message, schedule } =
          way === 'file'
            ? await api(sendSchedule, { body: of, files: { file: file! } }, { onProgress: setProgress })
            : way === 'rows'
              ? await api(sendSchedule, {
                  body: { ...of, rows: JSON.stringify(typed.map(({ id: rowId, ...row }) => row)) },
                  files: {},
                })
              : await api(sendSchedule, { body: { ...of, like: 'last' }, files: {} });
        toast.success(message);
        onRead(schedule.id);
      } catch (error) {
        if (!(error instanceof AppError)) console.error(error);
        setProblem(error instanceof AppError ? error.message : messages.general.failed);
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
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send();
      }}
      actions={<FormActions busy={busy} disabled={!isReady} submitLabel="Read" onCancel={close} />}
    >
      <div className="grid gap-3">
        {problem && <Note tone="error">{problem}</Note>}
        <OfficePicker label="Paying office" value={office} onChange={setOffice} />
        <Select label="Month of the salary" value={month} entries={monthOptions()} onChange={setMonth} />
        <RadioGroup label="Its rows" options={ways} value={way} onChange={setWay} />
        {way === 'file' && (
          <FilePicker
            label="List"
            name="file"
            accept="any"
            taken={`Excel or CSV, up to ${limits.fileBytes / 1024 / 1024} MB`}
            value={file}
            onChange={setFile}
            hint="With employee number, name and amount. A scanned list has to be typed."
          />
        )}
        {way === 'file' && progress !== undefined && <UploadProgress fraction={progress} label="Sending" />}
        {way === 'rows' && <TypedRows rows={rows} wrong={tried ? wrong : new Set()} onChange={setRows} />}
        {way === 'last' && (
          <p className="text-muted m-0 measure">
            For an office that sends no list: everybody of its last received list who is still authorised, with the same
            amounts.
          </p>
        )}
      </div>
      {question}
    </ModalDialog>
  );
}

interface RowsProps {
  rows: readonly TypedRow[];
  /** Rows without an amount that can be read. */
  wrong: ReadonlySet<number>;
  onChange: (rows: readonly TypedRow[]) => void;
}

/** Rows to type; the last one is followed by another. */
function TypedRows({ rows, wrong, onChange }: RowsProps) {
  const set = (id: number, change: Partial<TypedRow>) => {
    const next = rows.map((row) => (row.id === id ? { ...row, ...change } : row));
    const last = next.at(-1)!;
    onChange(isBlank(last) || next.length >= scheduleRowsAtMost ? next : [...next, blank(last.id + 1)]);
  };
  const typed = rows.filter((row) => !isBlank(row));
  return (
    <div className="grid gap-2">
      {rows.map(({ id, employeeNumber, name, amount }, index) => (
        <fieldset key={id} className="grid gap-1 grid-cols-3-from-md">
          <legend className="sr-only">Row {index + 1}</legend>
          <TextField
            label={`Employee number, row ${index + 1}`}
            value={employeeNumber}
            maxLength={limits.localityLength}
            onChange={({ target }) => set(id, { employeeNumber: target.value })}
          />
          <TextField
            label={`Name, row ${index + 1}`}
            value={name}
            maxLength={limits.nameLength}
            onChange={({ target }) => set(id, { name: target.value })}
          />
          <TextField
            label={`Amount, row ${index + 1}`}
            inputMode="decimal"
            value={amount}
            maxLength={20}
            {...(wrong.has(id) && { error: checkoffTexts.amount })}
            onChange={({ target }) => set(id, { amount: target.value })}
          />
        </fieldset>
      ))}
      <p className="text-muted text-14 m-0" role="status">
        {counted(typed.length, 'row')} typed.
      </p>
      {typed.length > 0 && (
        <div>
          <Button small look="text" onClick={() => onChange([blank(0), blank(1), blank(2)])}>
            Empty all rows
          </Button>
        </div>
      )}
    </div>
  );
}
