import { useState } from 'react';
import { z } from 'zod';
import {
  checkoffTexts,
  coveringLetters,
  createPayingOffice,
  listPayingOffices,
  type PayingOffice,
  payingOfficeSchema,
  updatePayingOffice,
} from '#shared/contracts/checkoff.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/calls/api.ts';
import { useDownload } from '#web/lib/calls/useDownload.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { useOffice, useStateNames } from '#web/lib/login/office.ts';

import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { digits, Field } from '#web/ui/forms/Field.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadIcon } from '#web/ui/page/icons.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterCombo } from '#web/ui/tables/FilterCombo.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import type { PartProps } from './address.ts';
import { monthOptions } from './wording.ts';

/** A number that leads to what waits there. */
function Waiting({ count, label, onOpen }: { count: number; label: string; onOpen: () => void }) {
  if (count === 0) return nothing;
  return (
    <button
      type="button"
      className="link-button text-start tap-on-phone"
      aria-label={`${count}: ${label}`}
      onClick={onOpen}
    >
      {count}
    </button>
  );
}

/** The paying offices, what waits at each, and the letters to them. */
export function PayingOffices({ address, change, page, onPage }: PartProps) {
  const { may } = useOffice();
  const states = useStateNames();
  const { q: search, homeState: state } = address;
  const load = useLoad(listPayingOffices, { query: { search, state, page } });
  const [edited, setEdited] = useState<PayingOffice | 'new' | null>(null);
  const [written, setWritten] = useState<PayingOffice | 'all' | null>(null);
  const columns: Column<PayingOffice>[] = [
    {
      key: 'name',
      header: 'Paying office',
      primary: true,
      free: true,
      cell: ({ name, district, state: of }) => (
        <TwoLines first={name} second={[district, of].filter(Boolean).join(', ')} />
      ),
    },
    { key: 'code', header: 'DDO code', free: true, cell: ({ ddoCode }) => ddoCode || nothing },
    {
      key: 'asked',
      header: 'Asked',
      align: 'right',
      cell: ({ id, name, asked }) => (
        <Waiting
          count={asked}
          label={`asked at ${name}`}
          onOpen={() => change({ tab: 'authorisations', officeId: id, state: 'asked', q: '', homeState: '' })}
        />
      ),
    },
    {
      key: 'confirmed',
      header: 'Confirmed',
      align: 'right',
      cell: ({ id, name, confirmed }) => (
        <Waiting
          count={confirmed}
          label={`confirmed at ${name}`}
          onOpen={() => change({ tab: 'authorisations', officeId: id, state: 'confirmed', q: '', homeState: '' })}
        />
      ),
    },
    {
      key: 'open',
      header: 'Open lists',
      align: 'right',
      cell: ({ id, name, open }) =>
        may('money') ? (
          <Waiting
            count={open}
            label={`open lists of ${name}`}
            onOpen={() => change({ tab: 'schedules', officeId: id, state: 'open', q: '', homeState: '' })}
          />
        ) : (
          open || nothing
        ),
    },
    { key: 'strength', header: 'Strength', align: 'right', cell: ({ strength }) => strength ?? nothing },
  ];
  // Those who see no money get the same rows without a power of their own.
  const rows = load as unknown as Parameters<typeof usePaging<PayingOffice>>[0];
  return (
    <>
      <FilterBar
        label="Paying offices"
        search={{
          label: 'Search paying offices',
          placeholder: 'Name or DDO code',
          value: search,
          onChange: (q) => change({ q }),
        }}
        chosen={state === '' ? 0 : 1}
      >
        <FilterCombo label="State" value={state} options={states} onChange={(next) => change({ homeState: next })} />
      </FilterBar>
      {may('money') && (
        <div className="flex flex-wrap items-center gap-2">
          <Button look="outlined" onClick={() => setEdited('new')}>
            Add a paying office
          </Button>
          <Button look="outlined" onClick={() => setWritten('all')}>
            Letters to all offices
          </Button>
        </div>
      )}
      <DataTable
        caption="Paying offices"
        columns={columns}
        rowKey={({ id }) => id}
        emptyText={search || state ? 'No paying office is found.' : 'There are no paying offices yet.'}
        {...usePaging(rows, page, onPage)}
        actions={
          may('money')
            ? (office: PayingOffice) => (
                <span className="flex items-center gap-1">
                  <Button small look="outlined" aria-label={`Edit ${office.name}`} onClick={() => setEdited(office)}>
                    Edit
                  </Button>
                  {office.confirmed > 0 && (
                    <Button
                      small
                      look="outlined"
                      aria-label={`Letter to ${office.name}`}
                      onClick={() => setWritten(office)}
                    >
                      Letter
                    </Button>
                  )}
                </span>
              )
            : undefined
        }
      />
      {edited && (
        <OfficeDialog
          office={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          reload={() => {
            load.reload();
          }}
        />
      )}
      {written && <LettersDialog office={written === 'all' ? null : written} onClose={() => setWritten(null)} />}
    </>
  );
}

const officeSchema = payingOfficeSchema.extend({
  strength: z.string().regex(/^\s*\d{0,6}\s*$/, { error: checkoffTexts.strength }),
});

/** Adds a paying office, or changes it. */
function OfficeDialog({
  office,
  onClose,
  reload,
}: {
  office: PayingOffice | null;
  onClose: () => void;
  reload: () => void;
}) {
  const states = useStateNames() ?? [];
  const current = {
    name: office?.name ?? '',
    ddoCode: office?.ddoCode ?? '',
    address: office?.address ?? '',
    email: office?.email ?? '',
    state: office?.state ?? '',
    district: office?.district ?? '',
    strength: String(office?.strength ?? ''),
  };
  const form = useForm(checkedBy(officeSchema), current);
  const { control } = form;
  return (
    <FormDialog
      title={office ? office.name : 'A paying office'}
      submitLabel={office ? 'Save' : 'Add'}
      form={form}
      current={current}
      version={office?.version}
      save={({ strength, ...values }) => {
        const body = { ...values, strength: strength.trim() === '' ? null : Number(strength) };
        return office
          ? api(updatePayingOffice, { params: { id: office.id }, body: { ...body, version: office.version } })
          : api(createPayingOffice, { body });
      }}
      onClose={onClose}
      reload={reload}
    >
      <Field control={control} name="name" label="Name" required maxLength={limits.lineLength} />
      <Field
        control={control}
        name="ddoCode"
        label="DDO code"
        maxLength={limits.localityLength}
        hint="Of the drawing and disbursing officer. Each code is one office’s."
      />
      <SelectField control={control} name="state" label="State" required options={states} />
      <Field control={control} name="district" label="District" maxLength={limits.localityLength} />
      <Field control={control} name="address" label="Address" rows={3} maxLength={limits.textLength} />
      <Field control={control} name="email" label="E-mail" inputMode="email" />
      <Field
        control={control}
        name="strength"
        label="Strength"
        {...digits(6)}
        hint="How many prosecutors serve there; the list for recognition makes its percentage of it."
      />
    </FormDialog>
  );
}

/** The letter to one paying office or to all, and the list that goes with it. */
function LettersDialog({ office, onClose }: { office: PayingOffice | null; onClose: () => void }) {
  const [month, setMonth] = useState('');
  const { busy, download } = useDownload();
  const load = (format: 'pdf' | 'xlsx') =>
    download(`deductions-${format}`, () =>
      api(coveringLetters, { query: { officeId: office?.id ?? '', format, ...(month && { month }) } }),
    );
  return (
    <ModalDialog open title={office ? `Letter to ${office.name}` : 'Letters to all paying offices'} onClose={onClose}>
      <div className="grid gap-3">
        <p className="m-0 measure">
          {office
            ? 'The letter names new, continuing and withdrawn authorisations of a month.'
            : 'One file for each paying office that has an authorisation, as one ZIP: its new, continuing and withdrawn authorisations of a month.'}
        </p>
        <Select
          label="Month of the salary"
          value={month}
          entries={[{ value: '', label: 'The next one in which changes take effect' }, ...monthOptions()]}
          onChange={setMonth}
        />
        <div className="flex flex-wrap items-center gap-2">
          {(['pdf', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              look="outlined"
              disabled={busy !== undefined}
              busy={busy === `deductions-${format}`}
              onClick={() => void load(format)}
            >
              <DownloadIcon />
              {format === 'pdf' ? (office ? 'Letter (PDF)' : 'Letters (ZIP)') : office ? 'List (Excel)' : 'Lists (ZIP)'}
            </Button>
          ))}
        </div>
        <div role="status">
          {busy !== undefined && (
            <>
              <p className="m-0 mb-1">The file is being prepared. With many offices this takes a while.</p>
              <Progress label="The file is being prepared" />
            </>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}
