import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import {
  confirmAuthorisations,
  type ListedAuthorisation,
  listAuthorisations,
  signedLetter,
} from '#shared/contracts/authorisations.ts';
import {
  coveringLetters,
  createPayingOffice,
  listPayingOffices,
  type PayingOffice,
  payingOfficeSchema,
} from '#shared/contracts/checkoff.ts';
import {
  decideScheduleRow,
  getSchedule,
  listSchedules,
  receiveSchedule,
  remittanceModes,
  type ScheduleHead,
  type ScheduleRowShown,
  sendSchedule,
} from '#shared/contracts/schedules.ts';
import { limits } from '#shared/limits.ts';
import { formatExactRupees, formatRupees } from '#shared/money.ts';
import { monthInWords, monthOf } from '#shared/months.ts';
import { api } from '#web/lib/api.ts';
import { useOffice } from '#web/lib/office.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { usePaging } from '#web/lib/usePaging.ts';
import { useQueryState } from '#web/lib/useQueryState.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { useStateNames } from '#web/lib/useStateNames.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, DataTable, nothing } from '#web/ui/DataTable.tsx';
import { DownloadButton } from '#web/ui/DownloadButton.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { ShortFormDialog } from '#web/ui/ShortFormDialog.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import { reasonLabels, stateLabels } from './wording.ts';

const tabs = [
  { value: 'offices', label: 'Paying offices' },
  { value: 'authorisations', label: 'Authorisations' },
  { value: 'schedules', label: 'Lists' },
] as const;
type Tab = (typeof tabs)[number]['value'];

/** The subscription paid from the salary: paying offices, authorisations, and the lists that come with the money. */
export function Component() {
  const [address, change] = useQueryState({ tab: 'offices', page: '1' });
  const { may } = useOffice();
  const tab = (tabs.find(({ value }) => value === address.tab)?.value ?? 'offices') as Tab;
  const page = Math.max(1, Number(address.page) || 1);
  const shown = may('money') ? tabs : tabs.slice(0, 2);
  const onPage = (next: number) => change({ page: String(next) });
  return (
    <>
      <PageHeader title="Deductions" text="The subscription that paying offices deduct from salaries" />
      <Tabs
        label="Deductions"
        tabs={shown}
        value={tab}
        onChange={(next) => change({ tab: next, page: '1' })}
        panel="deductions"
      />
      <div id="deductions" role="tabpanel" aria-labelledby={`tab-${tab}`} className="stack gap-3">
        {tab === 'offices' && <Offices page={page} onPage={onPage} />}
        {tab === 'authorisations' && <Authorisations page={page} onPage={onPage} />}
        {tab === 'schedules' && may('money') && <Schedules page={page} onPage={onPage} />}
      </div>
    </>
  );
}

interface PageProps {
  page: number;
  onPage: (page: number) => void;
}

const officeColumns: Column<PayingOffice>[] = [
  {
    key: 'name',
    header: 'Paying office',
    primary: true,
    free: true,
    cell: ({ name, District, State }) => (
      <TwoLines first={name} second={[District, State].filter(Boolean).join(', ')} />
    ),
  },
  { key: 'code', header: 'DDO code', free: true, cell: ({ ddoCode }) => ddoCode || nothing },
  { key: 'asked', header: 'Asked', align: 'right', cell: ({ asked }) => asked || nothing },
  { key: 'confirmed', header: 'Confirmed', align: 'right', cell: ({ confirmed }) => confirmed || nothing },
  { key: 'open', header: 'Open lists', align: 'right', cell: ({ open }) => open || nothing },
  { key: 'strength', header: 'Strength', align: 'right', cell: ({ strength }) => strength ?? nothing },
];

function Offices({ page, onPage }: PageProps) {
  const { may } = useOffice();
  const load = useLoad(listPayingOffices, { query: { page } });
  const [adding, setAdding] = useState(false);
  const rows = load as unknown as Parameters<typeof usePaging<PayingOffice>>[0];
  return (
    <>
      {may('money') && (
        <div className="row gap-2">
          <Button look="outlined" onClick={() => setAdding(true)}>
            Add a paying office
          </Button>
          <DownloadButton name="deductions.zip" load={() => api(coveringLetters, { query: {} })}>
            Letters to all offices
          </DownloadButton>
        </div>
      )}
      <DataTable
        caption="Paying offices"
        columns={officeColumns}
        rowKey={({ _id }) => _id}
        emptyText="There are no paying offices yet."
        {...usePaging(rows, page, onPage)}
      />
      {adding && <OfficeDialog onClose={() => setAdding(false)} reload={load.reload} />}
    </>
  );
}

function OfficeDialog({ onClose, reload }: { onClose: () => void; reload: () => void }) {
  const states = useStateNames() ?? [];
  const form = useSchemaForm(payingOfficeSchema.omit({ strength: true }), {
    name: '',
    ddoCode: '',
    address: '',
    email: '',
    State: '',
    District: '',
  });
  const { control } = form;
  return (
    <ShortFormDialog
      title="A paying office"
      submitLabel="Add"
      form={form}
      send={async (values) => {
        toast.success((await api(createPayingOffice, { body: values })).message);
        reload();
        onClose();
      }}
      onClose={onClose}
    >
      <Field control={control} name="name" label="Name" required maxLength={limits.lineLength} />
      <Field control={control} name="ddoCode" label="DDO code" maxLength={limits.localityLength} />
      <SelectField control={control} name="State" label="State" required options={states} />
      <Field control={control} name="District" label="District" maxLength={limits.localityLength} />
      <Field control={control} name="address" label="Address" rows={3} maxLength={limits.textLength} />
      <Field control={control} name="email" label="E-mail" />
    </ShortFormDialog>
  );
}

const authorisationColumns: Column<ListedAuthorisation>[] = [
  {
    key: 'name',
    header: 'Member',
    primary: true,
    free: true,
    cell: ({ name, memberNumber }) => <TwoLines first={name} second={memberNumber ?? ''} />,
  },
  {
    key: 'office',
    header: 'Paying office',
    free: true,
    cell: ({ office, officeName, employeeNumber }) => (
      <TwoLines first={office?.name ?? officeName ?? ''} second={employeeNumber ?? ''} />
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => stateLabels[state] },
  { key: 'from', header: 'From', cell: ({ from }) => (from ? monthInWords(from) : nothing) },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount }) => (amount === undefined ? nothing : formatRupees(amount)),
  },
];

function Authorisations({ page, onPage }: PageProps) {
  const { may } = useOffice();
  const load = useLoad(listAuthorisations, { query: { page } });
  const [read, setRead] = useState<ListedAuthorisation | null>(null);
  const letterColumn: Column<ListedAuthorisation> = {
    key: 'letter',
    header: 'Letter',
    cell: (row) =>
      row._id && row.state === 'asked' && may('money') ? (
        <Button small look="outlined" onClick={() => setRead(row)}>
          Confirm
        </Button>
      ) : (
        nothing
      ),
  };
  return (
    <>
      <DataTable
        caption="Authorisations"
        columns={[...authorisationColumns, letterColumn]}
        rowKey={(row) => row._id ?? `${row.memberNumber} ${row.office?._id} ${row.state}`}
        emptyText="Nobody has asked for the deduction yet."
        {...usePaging(load, page, onPage)}
      />
      {read && <ConfirmOne row={read} onClose={() => setRead(null)} reload={load.reload} />}
    </>
  );
}

function ConfirmOne({ row, onClose, reload }: { row: ListedAuthorisation; onClose: () => void; reload: () => void }) {
  const id = row._id!;
  const [officeId, setOfficeId] = useState(row.office?._id ?? '');
  const offices = useLoad(listPayingOffices, { query: { search: '' } });
  const confirm = async () => {
    try {
      const item = { id, version: row.version, paper: !row.signed, ...(officeId ? { officeId } : {}) };
      const { message, left } = await api(confirmAuthorisations, {
        body: { items: [item], seen: true, reason: '' },
      });
      if (left[0]) toast.error(left[0].message);
      else toast.success(message);
      reload();
      onClose();
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <ModalDialog open title={`The deduction of ${row.name}`} onClose={onClose}>
      <div className="stack gap-3">
        <p className="flush">
          Employee number {row.employeeNumber}, {row.office?.name ?? row.officeName}.{' '}
          {row.signed
            ? 'Please read the signed letter first.'
            : 'No signed letter was sent: confirm only if it came on paper.'}
        </p>
        {row.signed && (
          <div>
            <DownloadButton name="signed-letter" load={() => api(signedLetter, { params: { id } })}>
              Signed letter
            </DownloadButton>
          </div>
        )}
        {!row.office && (
          <Select
            label="Paying office"
            value={officeId}
            entries={[
              { value: '', label: 'Select' },
              ...(offices.data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={setOfficeId}
          />
        )}
        <div>
          <Button disabled={!officeId} onClick={() => void confirm()}>
            {row.signed ? 'I have read it: confirm' : 'It came on paper: confirm'}
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}

const scheduleColumns = (open: (id: string) => void): Column<ScheduleHead>[] => [
  {
    key: 'office',
    header: 'Paying office',
    primary: true,
    free: true,
    cell: ({ _id, office, month }) => (
      <button type="button" className="link-button left" onClick={() => open(_id)}>
        {office.name}, {monthInWords(month)}
      </button>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => stateLabels[state] },
  { key: 'rows', header: 'Rows', align: 'right', cell: ({ rows }) => rows },
  { key: 'sum', header: 'Sum', align: 'right', cell: ({ sum }) => formatExactRupees(sum) },
];

function Schedules({ page, onPage }: PageProps) {
  const load = useLoad(listSchedules, { query: { page } });
  const [shown, setShown] = useState('');
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className="row gap-2">
        <Button look="outlined" onClick={() => setAdding(true)}>
          Read a list
        </Button>
      </div>
      <DataTable
        caption="Lists of deductions"
        columns={scheduleColumns(setShown)}
        rowKey={({ _id }) => _id}
        emptyText="No list of deductions was read yet."
        {...usePaging(load, page, onPage)}
      />
      {adding && (
        <SendDialog
          onClose={() => setAdding(false)}
          onRead={(id) => {
            setAdding(false);
            setShown(id);
            load.reload();
          }}
        />
      )}
      {shown && <ScheduleDialog id={shown} onClose={() => setShown('')} reload={load.reload} />}
    </>
  );
}

function SendDialog({ onClose, onRead }: { onClose: () => void; onRead: (id: string) => void }) {
  const offices = useLoad(listPayingOffices, { query: { search: '' } });
  const [officeId, setOfficeId] = useState('');
  const [month, setMonth] = useState(monthOf(clock.today()));
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!file) return;
    setBusy(true);
    try {
      const { message, schedule } = await api(sendSchedule, { body: { officeId, month }, files: { file } });
      toast.success(message);
      onRead(schedule._id);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ModalDialog open title="Read a list of deductions" onClose={onClose}>
      <div className="stack gap-3">
        <Select
          label="Paying office"
          value={officeId}
          entries={[
            { value: '', label: 'Select' },
            ...(offices.data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={setOfficeId}
        />
        <TextField
          label="Month of the salary"
          value={month}
          onChange={(event) => setMonth(event.target.value)}
          hint="Such as 2026-07."
        />
        <FilePicker
          label="List"
          accept="any"
          value={file}
          onChange={setFile}
          hint="CSV or Excel, with employee number, name and amount."
        />
        <div>
          <Button disabled={!file || !officeId} busy={busy} onClick={() => void send()}>
            Read
          </Button>
        </div>
      </div>
    </ModalDialog>
  );
}

function ScheduleDialog({ id, onClose, reload }: { id: string; onClose: () => void; reload: () => void }) {
  const load = useLoad(getSchedule, { params: { id } });
  const act = async (work: () => Promise<{ message: string }>) => {
    try {
      toast.success((await work()).message);
      load.reload();
      reload();
    } catch (error) {
      showFailure(error);
    }
  };
  const decide = (row: ScheduleRowShown, as: 'leftOut' | 'office') =>
    act(() => api(decideScheduleRow, { body: { scheduleId: id, row: row.row, as, reason: 'Decided by the office' } }));
  return (
    <ModalDialog open title="A list of deductions" onClose={onClose}>
      <Loaded of={load}>
        {({ schedule }) => (
          <div className="stack gap-3">
            <p className="flush">
              {schedule.office.name}, {monthInWords(schedule.month)}: {schedule.agrees.length} rows agree,{' '}
              {schedule.toLook.length} to look at, {schedule.left.length} left out. The sum is{' '}
              <strong>{formatExactRupees(schedule.sum)}</strong>
              {schedule.total !== null && schedule.total !== schedule.sum
                ? `, the list says ${formatExactRupees(schedule.total)}.`
                : '.'}{' '}
              {schedule.failure}
            </p>
            {schedule.toLook.map((row) => (
              <div key={row.row} className="stack">
                <p className="flush breaks">
                  Row {row.row}: {row.name}, {row.employeeNumber}, {formatExactRupees(row.amount)}.{' '}
                  {reasonLabels[row.reason ?? ''] ?? row.reason}
                </p>
                <div className="row gap-2">
                  <Button small look="outlined" onClick={() => void decide(row, 'leftOut')}>
                    Was not remitted
                  </Button>
                  <Button small look="outlined" onClick={() => void decide(row, 'office')}>
                    Give back to the office
                  </Button>
                </div>
              </div>
            ))}
            {schedule.unread.map((row) => (
              <p key={`${row.row} ${row.text}`} className="flush muted breaks">
                Row {row.row} was not read: {row.text}. {row.reason}
              </p>
            ))}
            {schedule.state === 'open' && (
              <ReceiveForm
                disabled={schedule.toLook.length > 0}
                receive={(mode, number) => act(() => api(receiveSchedule, { body: { scheduleId: id, mode, number } }))}
              />
            )}
            {schedule.remittance && (
              <p className="flush">
                Received: {formatRupees(schedule.remittance.amount)}, {schedule.remittance.mode ?? ''}{' '}
                {schedule.remittance.number}
              </p>
            )}
          </div>
        )}
      </Loaded>
    </ModalDialog>
  );
}

type Mode = (typeof remittanceModes)[number];

function ReceiveForm({
  disabled,
  receive,
}: {
  disabled: boolean;
  receive: (mode: Mode, number: string) => Promise<void>;
}) {
  const [mode, setMode] = useState<Mode>('cheque');
  const [number, setNumber] = useState('');
  return (
    <div className="stack gap-2">
      <Select
        label="Its money came by"
        value={mode}
        entries={remittanceModes.map((value) => ({ value, label: value }))}
        onChange={(value) => setMode(value as Mode)}
      />
      <TextField
        label="Number"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        hint="Of the cheque or challan, or the UTR."
      />
      <div>
        <Button disabled={disabled} onClick={() => void receive(mode, number)}>
          The money has come: book all rows
        </Button>
      </div>
    </div>
  );
}
