import { useState } from 'react';
import { type ListedAuthorisation, listAuthorisations } from '#shared/contracts/authorisations.ts';
import { decideScheduleRow, type Schedule, type ScheduleRowShown } from '#shared/contracts/schedules.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatExactRupees } from '#shared/money.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { FormActions } from '#web/ui/forms/FormStack.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { reasonLabels, stateLabels } from './wording.ts';

type Way = 'own' | 'move' | 'other' | 'excess' | 'office' | 'leftOut';

interface Props {
  schedule: Schedule;
  row: ScheduleRowShown;
  onClose: () => void;
  reload: () => void;
}

/** What can be decided about a row; of a received list only whose it is. */
function waysOf({ state, office }: Schedule, row: ScheduleRowShown): { value: Way; label: string }[] {
  const name = row.directory?.name ?? '';
  const isElsewhere = row.authorisation !== null && row.authorisation.office !== office.name;
  const other = { value: 'other' as const, label: 'Book it for somebody else of this paying office' };
  if (state === 'received') return [other];
  return [
    ...(name && !isElsewhere ? [{ value: 'own' as const, label: `Book it for ${name}` }] : []),
    ...(name && isElsewhere
      ? [
          {
            value: 'move' as const,
            label: `Move the authorisation of ${name} from ${row.authorisation!.office} to this office, and book it`,
          },
        ]
      : []),
    ...(name && !isElsewhere
      ? [{ value: 'excess' as const, label: `Book it for ${name}; what is too much is sent back` }]
      : []),
    other,
    { value: 'office', label: 'It was remitted, and is nobody’s: send it back to the paying office' },
    { value: 'leftOut', label: 'It was not remitted: leave it out' },
  ];
}

/** Decides about one row of a list. */
export function RowDialog({ schedule, row, onClose, reload }: Props) {
  const ways = waysOf(schedule, row);
  const [way, setWay] = useState<Way | ''>(ways.length === 1 ? ways[0]!.value : '');
  const [chosen, setChosen] = useState<ListedAuthorisation | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<{ reason?: string; text?: string }>({});
  const { busy, run } = useSingleRun();
  const { close, question } = useDiscardQuestion(reason.trim() !== '', onClose);
  const isReady = way !== '' && (way !== 'other' || chosen !== null);
  const send = () =>
    run(async () => {
      if (reason.trim() === '') return setProblem({ reason: messages.payment.reason });
      setProblem({});
      const authorisationId = way === 'other' ? chosen!.id : row.authorisation?.id;
      // The row's own authorisation is named too: somebody has looked at it.
      const whose = way === 'office' || way === 'leftOut' || !authorisationId ? {} : { authorisationId };
      const as = way === 'office' || way === 'leftOut' || way === 'excess' ? way : 'book';
      try {
        const { message } = await api(decideScheduleRow, {
          body: { scheduleId: schedule.id, row: row.row, as, move: way === 'move', reason, ...whose },
        });
        toast.success(message);
        reload();
        onClose();
      } catch (error) {
        if (!(error instanceof AppError)) console.error(error);
        setProblem({ text: error instanceof AppError ? error.message : messages.general.failed });
      }
    });
  return (
    <ModalDialog
      open
      title={`Row ${row.row}: ${row.name}`}
      onClose={close}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send();
      }}
      actions={<FormActions busy={busy} disabled={!isReady} submitLabel="Decide" onCancel={close} />}
    >
      <div className="grid gap-3">
        <p className="m-0 break-anywhere">
          {row.employeeNumber && `Employee number ${row.employeeNumber}, `}
          {formatExactRupees(row.amount)}.{' '}
          {row.reason && schedule.state === 'open' && (reasonLabels[row.reason] ?? row.reason)}
        </p>
        {problem.text && <Note tone="error">{problem.text}</Note>}
        {schedule.state === 'received' && (
          <p className="text-muted m-0 measure">
            The receipt of this row is cancelled, and somebody else gets one of the same day and sum.
          </p>
        )}
        <RadioGroup label="What it is" options={ways} value={way} onChange={setWay} />
        {way === 'other' && <PersonPicker officeId={schedule.office.id} value={chosen} onChange={setChosen} />}
        <TextField
          label="Reason"
          value={reason}
          maxLength={limits.reasonLength}
          {...(problem.reason && { error: problem.reason })}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      {question}
    </ModalDialog>
  );
}

interface PickerProps {
  officeId: string;
  value: ListedAuthorisation | null;
  onChange: (row: ListedAuthorisation | null) => void;
}

/** Chooses one of the authorisations of a paying office. */
function PersonPicker({ officeId, value, onChange }: PickerProps) {
  const [search, setSearch] = useState('');
  const load = useLoad(listAuthorisations, { query: { officeId, search } });
  return (
    <div className="grid gap-1">
      <SearchField label="Member" placeholder="Name or member number" value={search} onChange={setSearch} />
      <Loaded of={load}>
        {({ data, pagination: { totalCount } }) =>
          data.length === 0 ? (
            <p className="text-muted text-14 m-0">Nobody of this paying office is found.</p>
          ) : (
            <>
              <RadioGroup
                label="Members"
                hideLabel
                options={data.map((each) => ({
                  value: each.id ?? '',
                  label: `${each.name}, employee number ${each.employeeNumber}${each.state === 'confirmed' ? '' : ` (${stateLabels[each.state]?.toLowerCase()})`}`,
                }))}
                value={value?.id ?? ''}
                onChange={(id) => onChange(data.find((each) => each.id === id) ?? null)}
              />
              {totalCount > data.length && (
                <p className="text-muted text-14 m-0">
                  {totalCount - data.length} more: please write more of the name.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}
