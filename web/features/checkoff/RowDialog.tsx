import { useState } from 'react';
import { listAuthorisations } from '#shared/contracts/authorisations.ts';
import { decideScheduleRow, type Schedule, type ScheduleRowShown } from '#shared/contracts/schedules.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatExactRupees } from '#shared/money.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { setValue, useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { useDiscardQuestion } from '#web/ui/dialogs/useDiscardQuestion.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { reasonLabels, stateLabels } from './wording.ts';

type Way = 'own' | 'move' | 'other' | 'excess' | 'office' | 'leftOut';

interface Values {
  way: Way | '';
  /** The authorisation of somebody else. */
  otherId: string;
  reason: string;
}

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
  const form = useForm<Values>(
    ({ reason }): FieldErrors => (reason.trim() === '' ? { reason: messages.payment.reason } : {}),
    { way: ways.length === 1 ? ways[0]!.value : '', otherId: '', reason: '' },
  );
  const { control, busy } = form;
  const [way, otherId, reason] = useWatch(control, ['way', 'otherId', 'reason']);
  const { close, question } = useDiscardQuestion(reason.trim() !== '', onClose);
  const isReady = way !== '' && (way !== 'other' || otherId !== '');
  const send = form.send(async () => {
    const authorisationId = way === 'other' ? otherId : row.authorisation?.id;
    // The row's own authorisation is named too: somebody has looked at it.
    const whose = way === 'office' || way === 'leftOut' || !authorisationId ? {} : { authorisationId };
    const as = way === 'office' || way === 'leftOut' || way === 'excess' ? way : 'book';
    const { message } = await api(decideScheduleRow, {
      body: { scheduleId: schedule.id, row: row.row, as, move: way === 'move', reason, ...whose },
    });
    toast.success(message);
    reload();
    onClose();
  });
  return (
    <ModalDialog
      open
      title={`Row ${row.row}: ${row.name}`}
      onClose={close}
      busy={busy}
      onSubmit={send}
      actions={<FormActions busy={busy} disabled={!isReady} submitLabel="Decide" onCancel={close} />}
    >
      <FormStack disabled={busy}>
        <p className="m-0 break-anywhere">
          {row.employeeNumber && `Employee number ${row.employeeNumber}, `}
          {formatExactRupees(row.amount)}.{' '}
          {row.reason && schedule.state === 'open' && (reasonLabels[row.reason] ?? row.reason)}
        </p>
        {schedule.state === 'received' && (
          <p className="text-muted m-0 measure">
            The receipt of this row is cancelled, and somebody else gets one of the same day and sum.
          </p>
        )}
        <RadioGroup label="What it is" options={ways} value={way} onChange={(next) => setValue(control, 'way', next)} />
        {way === 'other' && (
          <PersonPicker
            officeId={schedule.office.id}
            value={otherId}
            onChange={(id) => setValue(control, 'otherId', id)}
          />
        )}
        <Field control={control} name="reason" label="Reason" maxLength={limits.reasonLength} />
      </FormStack>
      {question}
    </ModalDialog>
  );
}

interface PickerProps {
  officeId: string;
  /** Its id; '' for none. */
  value: string;
  onChange: (id: string) => void;
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
                value={value}
                onChange={onChange}
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
