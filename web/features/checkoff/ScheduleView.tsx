import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import { dayOfPayment } from '#shared/contracts/payments.ts';
import {
  cancelRemittance,
  dropSchedule,
  getSchedule,
  receiveSchedule,
  remittanceModes,
  type Schedule,
  type ScheduleRowShown,
} from '#shared/contracts/schedules.ts';
import { optionalText, requiredText } from '#shared/fields.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatExactRupees, formatNumber } from '#shared/money.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { counted, formatDay } from '#web/lib/languages/format.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { placeOf } from './OfficePicker.tsx';
import { RowDialog } from './RowDialog.tsx';
import { decisionLabels, modeLabels, reasonLabels, stateLabels } from './wording.ts';

const pollAgainMs = 1_000;

/** One list of deductions: its rows are looked at and decided, and its money is received or taken back. */
export function ScheduleView({ id, onClose }: { id: string; onClose: () => void }) {
  const load = useLoad(getSchedule, { params: { id } });
  const isBooking = load.data?.schedule.state === 'booking';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer schedules the next call
  useEffect(() => {
    if (!isBooking) return;
    const timer = setTimeout(load.reload, pollAgainMs);
    return () => clearTimeout(timer);
  }, [load.data, load.failed, isBooking]);
  return (
    <>
      <div>
        <Button look="text" onClick={onClose}>
          All lists
        </Button>
      </div>
      <Loaded of={load}>
        {({ schedule }) => <Shown schedule={schedule} reload={load.reload} onClose={onClose} />}
      </Loaded>
    </>
  );
}

interface ShownProps {
  schedule: Schedule;
  reload: () => void;
  onClose: () => void;
}

const lists = [
  { value: 'toLook', label: 'To look at', empty: 'No row needs a look.' },
  { value: 'agrees', label: 'Agrees', empty: 'No row agrees yet.' },
  { value: 'left', label: 'Left out', empty: 'No row is left out.' },
  { value: 'unread', label: 'Unread', empty: 'Every row was read.' },
] as const;

function Shown({ schedule, reload, onClose }: ShownProps) {
  const { office, month, state, sum, total, toLook, failure, remittance } = schedule;
  const [list, setList] = useState<(typeof lists)[number]['value']>(toLook.length > 0 ? 'toLook' : 'agrees');
  const [decided, setDecided] = useState<ScheduleRowShown | null>(null);
  const [asking, setAsking] = useState<'receive' | 'cancel' | null>(null);
  const isOpen = state === 'open';
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="schedule">
      <div>
        <h2 id="schedule" className="text-22 m-0">
          {office.name}, {monthInWords(month)}
        </h2>
        <p className="text-muted m-0">
          {placeOf(office)}. {stateLabels[state] ?? state}.
        </p>
      </div>
      <p className="m-0">
        {counted(schedule.rows, 'row')}; the sum of what is not left out is{' '}
        <strong className="whitespace-nowrap">{formatExactRupees(sum)}</strong>
        {total !== null && (total === sum ? ', as the list itself says' : '')}.
      </p>
      {total !== null && total !== sum && (
        <Note tone="warning" role="note">
          The list itself says {formatExactRupees(total)}, which is {formatExactRupees(Math.abs(total - sum))}{' '}
          {total > sum ? 'more' : 'less'}. Please look at what was left out or not read.
        </Note>
      )}
      {failure && isOpen && (
        <Note tone="error" role="note">
          It could not be booked: {failure}
        </Note>
      )}
      {state === 'booking' && (
        <div role="status">
          <p className="m-0 mb-1">The rows are being booked. You can leave this page and come back.</p>
          <Progress label="The rows are being booked" />
        </div>
      )}
      {remittance && (
        <p className="m-0">
          Received on {formatDay(remittance.receivedOn)}: {formatExactRupees(remittance.amount)}
          {remittance.mode && ` by ${modeLabels[remittance.mode as keyof typeof modeLabels]?.toLowerCase() ?? ''}`}
          {remittance.number && ` ${remittance.number}`}.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {isOpen && (
          <Button disabled={toLook.length > 0 || sum === 0} onClick={() => setAsking('receive')}>
            The money has come
          </Button>
        )}
        {state === 'received' && (
          <Button look="outlined" danger onClick={() => setAsking('cancel')}>
            Cancel all receipts
          </Button>
        )}
        {isOpen && (
          <AskedButton
            label="Drop this list"
            title="Drop this list?"
            confirmLabel="Drop"
            danger
            act={() => api(dropSchedule, { params: { id: schedule.id } })}
            onEnd={(succeeded) => succeeded && onClose()}
          >
            Nothing of it was booked. It can be read again.
          </AskedButton>
        )}
      </div>
      {isOpen && toLook.length > 0 && (
        <p className="text-muted m-0">
          Before the money is booked, decide about {toLook.length === 1 ? 'the row' : 'each row'} to look at. A credit
          of the bank statement is given to this list under Reconcile.
        </p>
      )}
      <div>
        <Tabs
          label="Rows"
          tabs={lists.map(({ value, label }) => ({ value, label: `${label} ${formatNumber(schedule[value].length)}` }))}
          value={list}
          onChange={setList}
          panel="rows"
        />
        <div id="rows" role="tabpanel" aria-labelledby={`tab-${list}`} className="pt-2">
          {list === 'unread' ? (
            <Unread schedule={schedule} />
          ) : (
            <DataTable
              key={list}
              caption={lists.find(({ value }) => value === list)!.label}
              columns={columnsOf(office.name)}
              rows={schedule[list]}
              rowKey={(row) => `${row.row} ${row.name}`}
              emptyText={lists.find(({ value }) => value === list)!.empty}
              {...((isOpen || (state === 'received' && list === 'agrees')) && {
                actions: (row: ScheduleRowShown) =>
                  // Who is no longer authorised is in no row of a list that repeats the last one.
                  row.amount > 0 && (
                    <Button
                      small
                      look="outlined"
                      aria-label={`${isOpen ? 'Decide' : 'Give to somebody else'}: row ${row.row}, ${row.name}`}
                      onClick={() => setDecided(row)}
                    >
                      {isOpen ? 'Decide' : 'Somebody else’s'}
                    </Button>
                  ),
              })}
            />
          )}
        </div>
      </div>
      {decided && <RowDialog schedule={schedule} row={decided} onClose={() => setDecided(null)} reload={reload} />}
      {asking === 'receive' && <ReceiveDialog schedule={schedule} onClose={() => setAsking(null)} reload={reload} />}
      {asking === 'cancel' && <CancelDialog schedule={schedule} onClose={() => setAsking(null)} reload={reload} />}
    </section>
  );
}

const secondOf = ({ office, amount }: { office: string; amount: number }, officeName: string) =>
  office === officeName ? formatExactRupees(amount) : `${office}, ${formatExactRupees(amount)}`;

const columnsOf = (officeName: string): Column<ScheduleRowShown>[] => [
  {
    key: 'name',
    header: 'In the list',
    primary: true,
    free: true,
    cell: ({ name, employeeNumber }) => <TwoLines first={name || nothing} second={employeeNumber} />,
  },
  {
    key: 'row',
    header: 'Row',
    align: 'right',
    labelled: true,
    cell: ({ row }) => row,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount }) => (amount === 0 ? nothing : formatExactRupees(amount)),
  },
  {
    key: 'for',
    header: 'Member',
    free: true,
    cell: ({ directory, authorisation }) =>
      directory ? (
        <TwoLines first={directory.name} second={authorisation ? secondOf(authorisation, officeName) : ''} />
      ) : (
        nothing
      ),
  },
  {
    key: 'why',
    header: 'Note',
    cell: ({ reason, as }): ReactNode => {
      const decision = as ? decisionLabels[as] : '';
      const why = reason ? (reasonLabels[reason] ?? reason) : '';
      return [decision, why].filter((part) => part !== '').join(': ') || nothing;
    },
  },
];

function Unread({ schedule: { unread } }: { schedule: Schedule }) {
  if (unread.length === 0) return <p className="card text-muted m-0 text-center px-2 py-5">Every row was read.</p>;
  return (
    <ul className="list m-0 break-anywhere">
      {unread.map(({ row, text, reason }) => (
        <li key={`${row} ${text}`}>
          {row > 0 ? `Row ${row}: ` : ''}
          {text}. {reason}
        </li>
      ))}
    </ul>
  );
}

interface DialogProps {
  schedule: Schedule;
  onClose: () => void;
  reload: () => void;
}

const receiveSchema = z.object({
  receivedOn: dayOfPayment,
  mode: z.enum(remittanceModes),
  number: optionalText(limits.utrLength),
});

/** Notes that the money of a list has come by hand. */
function ReceiveDialog({ schedule, onClose, reload }: DialogProps) {
  const form = useForm(checkedBy(receiveSchema), { receivedOn: clock.today(), mode: 'cheque', number: '' });
  const { control } = form;
  return (
    <ShortFormDialog
      title="The money has come"
      submitLabel="Book all rows"
      form={form}
      send={async (values) => {
        const { message } = await api(receiveSchedule, {
          body: { ...values, number: values.number ?? '', scheduleId: schedule.id, amount: schedule.sum },
        });
        toast.success(message);
        reload();
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p className="m-0">
          <strong>{formatExactRupees(schedule.sum)}</strong> of {schedule.office.name}, {monthInWords(schedule.month)}:
          each row gets its receipt, and each member a mail.
        </p>
        <SelectField
          control={control}
          name="mode"
          label="It came by"
          required
          chosenOnly
          options={remittanceModes.map((value) => ({ value, label: modeLabels[value] }))}
        />
        <Field
          control={control}
          name="number"
          label="Number"
          maxLength={limits.utrLength}
          hint="Of the cheque or challan, or the transaction reference (UTR)."
        />
        <DateField control={control} name="receivedOn" label="Received on" required disableFuture />
      </div>
    </ShortFormDialog>
  );
}

const cancelSchema = z.object({ reason: requiredText(messages.payment.reason, limits.reasonLength) });

/** Cancels a remittance. */
function CancelDialog({ schedule, onClose, reload }: DialogProps) {
  const form = useForm(checkedBy(cancelSchema), { reason: '' });
  return (
    <ShortFormDialog
      title="Cancel all receipts of this money?"
      submitLabel="Cancel all receipts"
      danger
      form={form}
      send={async (values) => {
        toast.success((await api(cancelRemittance, { body: { ...values, scheduleId: schedule.id } })).message);
        reload();
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p className="m-0">
          The receipts keep their numbers and are marked as cancelled, the payments are due again, and the list and its
          credit are open again. Of one wrong row, give the row to somebody else instead.
        </p>
        <Field
          control={form.control}
          name="reason"
          label="Reason"
          required
          rows={2}
          maxLength={limits.reasonLength}
          hint="Such as a cheque that came back."
        />
      </div>
    </ShortFormDialog>
  );
}
