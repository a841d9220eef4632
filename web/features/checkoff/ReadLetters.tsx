import { useEffect, useState } from 'react';
import {
  confirmAuthorisations,
  type ListedAuthorisation,
  listAuthorisations,
} from '#shared/contracts/authorisations.ts';
import type { PayingOfficeShown } from '#shared/contracts/checkoff.ts';
import type { AppError } from '#shared/errors.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { formatRupees } from '#shared/money.ts';
import { ProtectedFile } from '#web/features/members/files/ProtectedFile.tsx';
import { createRecordFiles } from '#web/features/members/files/record-files.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { failureOf } from '#web/lib/calls/failures.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { counted } from '#web/lib/languages/format.ts';
import { Shortcuts } from '#web/ui/dialogs/KeyHint.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TickBox } from '#web/ui/forms/TickBox.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { PreviousNext } from '#web/ui/tables/PreviousNext.tsx';
import { OfficePicker, placeOf } from './OfficePicker.tsx';
import { monthOptions } from './wording.ts';

type Row = ListedAuthorisation & { id: string };

interface Props {
  /** Whose letters are read: those asked for that this finds. */
  filter: { search: string; state: string; officeId: string };
  /** The one that is shown first. */
  first: string | undefined;
  onClose: () => void;
  reload: () => void;
}

/** As many are confirmed with one press. */
const max = limits.paymentsAtOnce;

/** All that were asked for, the oldest first. */
async function loadAll(filter: Props['filter']): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await api(listAuthorisations, { query: { ...filter, state: 'asked', page } });
    rows.push(...data.filter((row): row is Row => row.id !== undefined));
    if (page >= pagination.totalPages || rows.length >= max) return rows.slice(0, max);
  }
}

/** Signed letters one after the other: each is looked at and ticked, and one press confirms all that are ticked. */
export function ReadLetters({ filter, first, onClose, reload }: Props) {
  const [rows, setRows] = useState<Row[]>();
  const [failed, setFailed] = useState<AppError>();
  const [round, setRound] = useState(0);
  const [at, setAt] = useState(0);
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [offices, setOffices] = useState<ReadonlyMap<string, PayingOfficeShown>>(new Map());
  const [left, setLeft] = useState<readonly { id: string; message: string }[]>([]);
  const [files] = useState(createRecordFiles);
  const form = useForm(undefined, { from: '', reason: '' });
  const { busy, control, errors } = form;
  const from = useWatch(control, 'from');
  const [isMonthOpen, setMonthOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again after a failure or a press
  useEffect(() => {
    let isCurrent = true;
    setFailed(undefined);
    loadAll(filter).then(
      (loaded) => {
        if (!isCurrent) return;
        setRows(loaded);
        const position = round === 0 && first ? loaded.findIndex(({ id }) => id === first) : 0;
        setAt(Math.max(0, position));
      },
      (error) => isCurrent && setFailed(failureOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [round]);

  const row = rows?.[at];
  const office = row && (offices.get(row.id) ?? row.office);
  const goTo = (index: number) => () => setAt(index);
  const onPrevious = at > 0 ? goTo(at - 1) : undefined;
  const onNext = rows && at < rows.length - 1 ? goTo(at + 1) : undefined;
  const tick = (on: boolean) => {
    const next = new Set(read);
    if (on) next.add(row!.id);
    else next.delete(row!.id);
    setRead(next);
  };
  const confirm = form.send(async (values) => {
    const items = rows!
      .filter(({ id }) => read.has(id))
      .map(({ id, version, signed }) => {
        const officeId = offices.get(id)?.id;
        return { id, version, paper: !signed, ...(officeId && { officeId }) };
      });
    const done = await api(confirmAuthorisations, {
      body: { items, seen: true, reason: values.reason, ...(values.from && { from: values.from }) },
    });
    if (done.confirmed > 0) toast.success(done.message);
    setLeft(done.left);
    setRead(new Set());
    reload();
    if (done.left.length === 0 && done.confirmed === rows!.length) onClose();
    else setRound(round + 1);
  });
  const nameOf = (id: string) => rows?.find((each) => each.id === id)?.name ?? '';

  return (
    <ModalDialog
      open
      wide
      title="Signed letters"
      onClose={onClose}
      busy={busy}
      head={
        rows &&
        rows.length > 0 && (
          <>
            <span className="text-muted text-14" role="status">
              {at + 1} of {rows.length}
            </span>
            <PreviousNext onPrevious={onPrevious} onNext={onNext} />
          </>
        )
      }
      actions={
        rows &&
        rows.length > 0 && (
          <>
            <Button look="outlined" onClick={onClose}>
              Close
            </Button>
            <Button disabled={read.size === 0} busy={busy} onClick={() => void confirm()}>
              {read.size === 0 ? 'Confirm' : `Confirm the ${read.size} that I have read`}
            </Button>
          </>
        )
      }
    >
      <Shortcuts
        title="Signed letters"
        of={[
          { keys: 'J', label: 'Next', run: () => onNext?.(), disabled: !onNext },
          { keys: 'K', label: 'Previous', run: () => onPrevious?.(), disabled: !onPrevious },
          { keys: 'A', label: 'I have read it', run: () => office && tick(!read.has(row.id)), disabled: !office },
        ]}
      />
      {left.length > 0 && (
        <Note tone="warning" className="mb-2">
          {counted(left.length, 'authorisation')} left as {left.length === 1 ? 'it is' : 'they are'}:
          <ul className="list m-0 mt-1">
            {left.slice(0, 20).map(({ id, message }) => (
              <li key={id}>
                {nameOf(id)}: {message}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {failed ? (
        <TryAgain onClick={() => setRound(round + 1)} text={failed.message} />
      ) : !rows ? (
        <Loading />
      ) : !row ? (
        <p className="text-muted m-0 text-center px-2 py-5">No letter waits to be confirmed.</p>
      ) : (
        <div className="grid gap-3" key={row.id}>
          <p className="m-0 break-anywhere">
            <strong>{row.name}</strong>
            {row.memberNumber ? ` (${row.memberNumber})` : ''}, employee number <strong>{row.employeeNumber}</strong>,{' '}
            {office ? placeOf(office) : row.officeName}: {formatRupees(row.amount ?? 0)} from the salary of{' '}
            {row.from ? monthInWords(row.from) : ''} on.
          </p>
          {!row.office && (
            <OfficePicker
              label={`The paying office, which the member calls “${row.officeName}”`}
              value={offices.get(row.id) ?? null}
              onChange={(chosen) => {
                const next = new Map(offices);
                if (chosen) next.set(row.id, chosen);
                else next.delete(row.id);
                setOffices(next);
              }}
            />
          )}
          <ProtectedFile
            kind="consent"
            files={files}
            memberId={row.id}
            title="Signed letter"
            present={row.signed === true}
            emptyText="No signed letter was sent. Confirm only if it came on paper."
            version={row.version ?? 1}
            keys={{ larger: 'Z', turn: 'R' }}
          />
          <TickBox
            checked={read.has(row.id)}
            disabled={!office}
            onChange={({ target }) => {
              tick(target.checked);
              if (target.checked) onNext?.();
            }}
          >
            {row.signed ? 'I have read it, and it is in order' : 'It came on paper, and it is in order'}
          </TickBox>
          <details
            open={isMonthOpen || errors.reason !== undefined}
            onToggle={({ currentTarget }) => setMonthOpen(currentTarget.open)}
          >
            <summary className="opener">Begin in another month</summary>
            <div className="grid gap-2">
              <SelectField
                control={control}
                name="from"
                label="First month of all that are ticked"
                placeholder="As each was asked for"
                options={monthOptions()}
              />
              {from !== '' && <Field control={control} name="reason" label="Reason" maxLength={limits.reasonLength} />}
            </div>
          </details>
        </div>
      )}
    </ModalDialog>
  );
}
